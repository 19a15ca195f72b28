package dev.mangrove.sim;

import dev.mangrove.fabric.contract.ContractThemes;
import dev.mangrove.fabric.contract.ProviderUnderTest;
import dev.mangrove.fabric.contract.endpoint.LifecycleContract;
import dev.mangrove.fabric.contract.endpoint.WaitingContract;
import dev.mangrove.fabric.contract.failure.ErrorContract;
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

/** The simulated fabric fulfils the contract over TCP, too. */
@ProviderUnderTest(SimTcpUnderTest.class)
final class SimTcpContractTest extends ContractThemes {
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
    final class InboxWaitings extends InboxWaitingContract {}

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
}
