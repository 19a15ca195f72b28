package dev.mangrove.sim;

import dev.mangrove.fabric.contract.BatchContract;
import dev.mangrove.fabric.contract.ProviderUnderTest;
import dev.mangrove.fabric.contract.ScatterGroupContract;
import dev.mangrove.fabric.contract.SelectionContract;
import dev.mangrove.fabric.contract.TransferContract;

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
