package dev.mangrove.sim;

import dev.mangrove.fabric.contract.ProviderUnderTest;
import dev.mangrove.fabric.contract.endpoint.WaitingContract;
import dev.mangrove.fabric.contract.failure.ErrorContract;
import dev.mangrove.fabric.contract.message.BackPressureContract;
import dev.mangrove.fabric.contract.message.InboxContract;
import dev.mangrove.fabric.contract.message.InboxWaitingContract;
import dev.mangrove.fabric.contract.message.MessageContract;
import dev.mangrove.fabric.contract.model.ModelContract;
import dev.mangrove.fabric.contract.verb.AtomicContract;
import dev.mangrove.fabric.contract.verb.BatchContract;
import dev.mangrove.fabric.contract.verb.ScatterGroupContract;
import dev.mangrove.fabric.contract.verb.SelectionContract;
import dev.mangrove.fabric.contract.verb.TransferContract;

import org.junit.jupiter.api.Nested;

/**
 * Channels within one host fulfil the contract, too. Direct access is a capability of these
 * channels, not of the fabric; some contracts equate the two, so {@link LocalChannelTest} tests it.
 */
@ProviderUnderTest(SimLocalUnderTest.class)
final class SimLocalContractTest {
    @Nested
    final class Transfers extends TransferContract {}

    @Nested
    final class Selections extends SelectionContract {}

    @Nested
    final class ScatterGroups extends ScatterGroupContract {}

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
    final class Errors extends ErrorContract {}

    @Nested
    final class Model extends ModelContract {}
}
