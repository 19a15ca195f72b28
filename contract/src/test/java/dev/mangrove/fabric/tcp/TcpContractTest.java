package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.contract.ContractThemes;
import dev.mangrove.fabric.contract.ProviderUnderTest;
import dev.mangrove.fabric.contract.endpoint.LifecycleContract;
import dev.mangrove.fabric.contract.endpoint.WaitingContract;
import dev.mangrove.fabric.contract.failure.ClientFaultContract;
import dev.mangrove.fabric.contract.failure.ErrorContract;
import dev.mangrove.fabric.contract.failure.ServerFaultContract;
import dev.mangrove.fabric.contract.message.BackPressureContract;
import dev.mangrove.fabric.contract.message.InboxContract;
import dev.mangrove.fabric.contract.message.InboxWaitingContract;
import dev.mangrove.fabric.contract.message.MessageContract;
import dev.mangrove.fabric.contract.model.ModelContract;
import dev.mangrove.fabric.contract.verb.AtomicContract;
import dev.mangrove.fabric.contract.verb.BatchContract;
import dev.mangrove.fabric.contract.verb.ConcurrencyContract;
import dev.mangrove.fabric.contract.verb.RegionContract;
import dev.mangrove.fabric.contract.verb.ScatterGroupContract;
import dev.mangrove.fabric.contract.verb.SelectionContract;
import dev.mangrove.fabric.contract.verb.TransferContract;

import org.junit.jupiter.api.Nested;

/** TCP fulfils the contract. */
@ProviderUnderTest(TcpUnderTest.class)
final class TcpContractTest extends ContractThemes {
    @Nested
    final class Transfers extends TransferContract {}

    @Nested
    final class Selections extends SelectionContract {}

    @Nested
    final class ScatterGroups extends ScatterGroupContract {}

    @Nested
    final class Regions extends RegionContract {}

    @Nested
    final class Batches extends BatchContract {}

    @Nested
    final class Atomics extends AtomicContract {}

    @Nested
    final class Messages extends MessageContract {}

    @Nested
    final class BackPressure extends BackPressureContract {}

    @Nested
    final class Inboxes extends InboxContract {}

    @Nested
    final class InboxWaiting extends InboxWaitingContract {}

    @Nested
    final class Waitings extends WaitingContract {}

    @Nested
    final class Concurrency extends ConcurrencyContract {}

    @Nested
    final class Errors extends ErrorContract {}

    @Nested
    final class Lifecycle extends LifecycleContract {}

    @Nested
    final class Model extends ModelContract {}

    @Nested
    final class ServerFaults extends ServerFaultContract {}

    @Nested
    final class ClientFaults extends ClientFaultContract {}
}
