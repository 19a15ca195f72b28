package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.contract.AtomicContract;
import dev.mangrove.fabric.contract.BackPressureContract;
import dev.mangrove.fabric.contract.BatchContract;
import dev.mangrove.fabric.contract.ClientFaultContract;
import dev.mangrove.fabric.contract.ConcurrencyContract;
import dev.mangrove.fabric.contract.ContractThemes;
import dev.mangrove.fabric.contract.ErrorContract;
import dev.mangrove.fabric.contract.InboxContract;
import dev.mangrove.fabric.contract.InboxWaitingContract;
import dev.mangrove.fabric.contract.LifecycleContract;
import dev.mangrove.fabric.contract.MessageContract;
import dev.mangrove.fabric.contract.ModelContract;
import dev.mangrove.fabric.contract.ProviderUnderTest;
import dev.mangrove.fabric.contract.RegionContract;
import dev.mangrove.fabric.contract.ScatterGroupContract;
import dev.mangrove.fabric.contract.SelectionContract;
import dev.mangrove.fabric.contract.ServerFaultContract;
import dev.mangrove.fabric.contract.TransferContract;
import dev.mangrove.fabric.contract.WaitingContract;

import org.junit.jupiter.api.Nested;

/** Shared memory fulfils the contract. */
@ProviderUnderTest(ShmUnderTest.class)
final class ShmContractTest extends ContractThemes {
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
