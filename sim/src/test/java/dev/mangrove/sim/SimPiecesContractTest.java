package dev.mangrove.sim;

import dev.mangrove.fabric.contract.ProviderUnderTest;
import dev.mangrove.fabric.contract.verb.BatchContract;
import dev.mangrove.fabric.contract.verb.ScatterGroupContract;
import dev.mangrove.fabric.contract.verb.SelectionContract;
import dev.mangrove.fabric.contract.verb.TransferContract;

import org.junit.jupiter.api.Nested;

/** Transfers whose local memory is in pieces fulfil the contract. */
@ProviderUnderTest(SimPiecesUnderTest.class)
final class SimPiecesContractTest {
    @Nested
    final class Transfers extends TransferContract {}

    @Nested
    final class Selections extends SelectionContract {}

    @Nested
    final class ScatterGroups extends ScatterGroupContract {}

    @Nested
    final class Batches extends BatchContract {}
}
