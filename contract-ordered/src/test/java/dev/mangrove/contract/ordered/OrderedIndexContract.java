package dev.mangrove.contract.ordered;

import dev.mangrove.contract.ordered.concurrent.ConcurrentScanContract;
import dev.mangrove.contract.ordered.concurrent.MoveContract;
import dev.mangrove.contract.ordered.concurrent.OrderedConcurrencyContract;
import dev.mangrove.contract.ordered.failure.DamageContract;
import dev.mangrove.contract.ordered.fixture.TestBed;
import dev.mangrove.contract.ordered.memory.AllocationContract;
import dev.mangrove.contract.ordered.memory.ChurnContract;
import dev.mangrove.contract.ordered.memory.MemoryContract;
import dev.mangrove.contract.ordered.operation.BatchContract;
import dev.mangrove.contract.ordered.operation.BulkLoadContract;
import dev.mangrove.contract.ordered.operation.CursorContract;
import dev.mangrove.contract.ordered.operation.EmptinessContract;
import dev.mangrove.contract.ordered.operation.ManyGetsContract;
import dev.mangrove.contract.ordered.operation.MapContract;
import dev.mangrove.contract.ordered.operation.OrderedModelContract;
import dev.mangrove.contract.ordered.operation.PointContract;
import dev.mangrove.contract.ordered.operation.RangeContract;
import dev.mangrove.contract.ordered.view.NameContract;
import dev.mangrove.contract.ordered.view.OptionContract;
import dev.mangrove.contract.ordered.view.PathContract;
import dev.mangrove.contract.ordered.view.StatisticsContract;
import dev.mangrove.contract.ordered.view.ViewContract;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of ordered indexes, by theme. One class per fabric extends it. */
@ExtendWith(TestBedExtension.class)
abstract class OrderedIndexContract {
    private final TestBed testBed;

    OrderedIndexContract(TestBed testBed) {
        this.testBed = testBed;
    }

    final TestBed ground() {
        return testBed;
    }

    @Nested
    final class Emptiness extends EmptinessContract {}

    @Nested
    final class Points extends PointContract {}

    @Nested
    final class ManyGets extends ManyGetsContract {}

    @Nested
    final class Batches extends BatchContract {}

    @Nested
    final class Model extends OrderedModelContract {}

    @Nested
    final class Ranges extends RangeContract {}

    @Nested
    final class Cursors extends CursorContract {}

    @Nested
    final class BulkLoads extends BulkLoadContract {}

    @Nested
    final class Churn extends ChurnContract {}

    @Nested
    final class Concurrency extends OrderedConcurrencyContract {}

    @Nested
    final class Scans extends ConcurrentScanContract {}

    @Nested
    final class Moves extends MoveContract {}

    @Nested
    final class Paths extends PathContract {}

    @Nested
    final class Views extends ViewContract {}

    @Nested
    final class Names extends NameContract {}

    @Nested
    final class Options extends OptionContract {}

    @Nested
    final class Statistics extends StatisticsContract {}

    @Nested
    final class Maps extends MapContract {}

    @Nested
    final class Memory extends MemoryContract {}

    @Nested
    final class Allocation extends AllocationContract {}

    @Nested
    final class Damage extends DamageContract {}
}
