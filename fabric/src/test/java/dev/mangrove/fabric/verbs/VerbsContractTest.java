package dev.mangrove.fabric.verbs;

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
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.condition.EnabledIf;

/** RDMA fulfils the contract; skipped without a device. */
@ProviderUnderTest(VerbsUnderTest.class)
@EnabledIf(
        value = "dev.mangrove.fabric.verbs.VerbsUnderTest#isPossible",
        disabledReason = "no RDMA device here")
final class VerbsContractTest extends ContractThemes {
    /** Themes with processes run last, so that their processes can start during the others. */
    private static final int LATE = Order.DEFAULT + 1;

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
    @Order(LATE + 0)
    final class Messages extends MessageContract {}

    @Nested
    @Order(LATE + 1)
    final class BackPressure extends BackPressureContract {}

    @Nested
    final class Inboxes extends InboxContract {}

    @Nested
    final class InboxWaiting extends InboxWaitingContract {}

    @Nested
    final class Waitings extends WaitingContract {}

    @Nested
    @Order(LATE + 3)
    final class Concurrency extends ConcurrencyContract {}

    @Nested
    final class Errors extends ErrorContract {}

    @Nested
    @Order(LATE + 2)
    final class Lifecycle extends LifecycleContract {}

    @Nested
    final class Model extends ModelContract {}

    @Nested
    @Order(LATE + 4)
    final class ServerFaults extends ServerFaultContract {}

    @Nested
    @Order(LATE + 5)
    final class ClientFaults extends ClientFaultContract {}
}
