package dev.mangrove.fabric.verbs;

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
