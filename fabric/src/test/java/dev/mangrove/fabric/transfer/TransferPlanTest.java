package dev.mangrove.fabric.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.SplittableRandom;

final class TransferPlanTest {
    private static final int LAYOUTS = Boolean.getBoolean("mangrove.full") ? 100_000 : 5_000;
    private static final int MOST_FRAGMENTS = 14;
    private static final int LARGEST = 1 << 20;
    private static final double TOLERANCE = 1.01;
    private static final CostCurve COST = new CostCurve(100, 0.5);

    @Test
    void shouldCostAtMostOnePercentMoreThanTheBestPartition() {
        long seed = Long.getLong("mangrove.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        TransferPlan plan = new TransferPlan();
        for (int layout = 0; layout < LAYOUTS; layout++) {
            CostCurve cost = new CostCurve(random.nextInt(1, 2_000), random.nextInt(1, 20) * 0.1);
            Fragment[] fragments = draw(random);
            plan.clear();
            for (Fragment fragment : fragments) {
                plan.add(fragment.address, fragment.length);
            }
            plan.plan(cost, LARGEST);
            assertThat(plan.cost(cost))
                    .as("again with -Dmangrove.seed=%d: layout %d", seed, layout)
                    .isLessThanOrEqualTo(best(fragments, cost) * TOLERANCE);
            assertCovers(plan, fragments, seed);
        }
    }

    @Test
    void shouldReadAlongAGapThatCostsNoMoreThanATransfer() {
        assertThat(transfers(COST, 0, 8, 208, 8)).isEqualTo(1);
        assertThat(transfers(COST, 0, 8, 209, 8)).isEqualTo(2);
    }

    @Test
    void shouldJoinFragmentsThatOverlapInAnyOrder() {
        assertThat(transfers(new CostCurve(0, 1), 16, 16, 0, 24, 20, 4)).isEqualTo(1);
    }

    @Test
    void shouldNotJoinAcrossRegions() {
        long end = (1L << 48) - 8;
        assertThat(transfers(new CostCurve(1_000, 0), end, 8, 1L << 48, 8)).isEqualTo(2);
    }

    @Test
    void shouldNotExceedTheLargestTransfer() {
        TransferPlan plan = new TransferPlan();
        for (int i = 0; i < 10; i++) {
            plan.add(i * 64L, 64);
        }
        plan.plan(COST, 128);
        assertThat(plan.transfers()).isEqualTo(5);
        assertThat(plan.isCompact()).isTrue();
    }

    @Test
    void shouldBeCompactOnlyWithoutGapsAndInOrder() {
        TransferPlan plan = new TransferPlan();
        plan.add(0, 8);
        plan.add(16, 8);
        plan.plan(COST, LARGEST);
        assertThat(plan.isCompact()).isFalse();
        plan.clear();
        plan.add(8, 8);
        plan.add(0, 8);
        plan.plan(COST, LARGEST);
        assertThat(plan.isCompact()).isFalse();
        assertThat(plan.place(0)).isEqualTo(8);
    }

    @Test
    void shouldPutFewLongFragmentsIntoPieces() {
        TransferPlan plan = planOf(0, 600, 1000, 600);
        assertThat(plan.transfers()).isEqualTo(1);
        assertThat(plan.pieces(0, 8)).isEqualTo(3);
        assertThat(plan.goesInPieces(0, 8)).isTrue();
        assertThat(plan.goesInPieces(0, 2)).as("with room for two").isFalse();
        assertThat(planOf(0, 300, 400, 300).goesInPieces(0, 8)).as("short ones").isFalse();
    }

    @Test
    void shouldCountNeighboursInThePayloadAsOnePiece() {
        assertThat(planOf(0, 8, 8, 8).pieces(0, 8)).isEqualTo(1);
        assertThat(planOf(8, 8, 0, 8).pieces(0, 8)).as("in the other order").isEqualTo(2);
        assertThat(planOf(0, 8, 8, 8).goesInPieces(0, 1)).isTrue();
    }

    @Test
    void shouldNotPutOneByteIntoTwoPieces() {
        assertThat(planOf(0, 1000, 500, 1000).goesInPieces(0, 8)).isFalse();
        assertThat(planOf(500, 1000, 500, 1000).goesInPieces(0, 8)).isFalse();
    }

    private static TransferPlan planOf(long... addressesAndLengths) {
        TransferPlan plan = new TransferPlan();
        for (int i = 0; i < addressesAndLengths.length; i += 2) {
            plan.add(addressesAndLengths[i], (int) addressesAndLengths[i + 1]);
        }
        plan.plan(new CostCurve(1_000, 1), LARGEST);
        return plan;
    }

    @Test
    void shouldRefuseCostsBelowZero() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CostCurve(-1, 1))
                .withMessageContaining("transferNanos=-1");
    }

    private static int transfers(CostCurve cost, long... addressesAndLengths) {
        TransferPlan plan = new TransferPlan();
        for (int i = 0; i < addressesAndLengths.length; i += 2) {
            plan.add(addressesAndLengths[i], (int) addressesAndLengths[i + 1]);
        }
        plan.plan(cost, LARGEST);
        return plan.transfers();
    }

    private record Fragment(long address, int length) {}

    /** Fragments with gaps, neighbours and overlaps, in any order, of two regions. */
    private static Fragment[] draw(SplittableRandom random) {
        Fragment[] fragments = new Fragment[random.nextInt(1, MOST_FRAGMENTS + 1)];
        long at = random.nextInt(1 << 20);
        for (int i = 0; i < fragments.length; i++) {
            int length = 1 + random.nextInt(1 << random.nextInt(1, 10));
            fragments[i] = new Fragment(at, length);
            at +=
                    random.nextInt(4) == 0
                            ? length / 2
                            : length + random.nextInt(1 << random.nextInt(13));
            if (random.nextInt(20) == 0) {
                at += 1L << 48;
            }
        }
        if (random.nextBoolean()) {
            for (int i = fragments.length - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                Fragment moved = fragments[i];
                fragments[i] = fragments[other];
                fragments[other] = moved;
            }
        }
        return fragments;
    }

    /** The least cost of all partitions of the fragments, by address, into boxes. */
    private static double best(Fragment[] fragments, CostCurve cost) {
        Fragment[] sorted = fragments.clone();
        Arrays.sort(sorted, (one, other) -> Long.compareUnsigned(one.address, other.address));
        double best = Double.MAX_VALUE;
        for (int cuts = 0; cuts < 1 << (sorted.length - 1); cuts++) {
            double sum = 0;
            long start = sorted[0].address;
            long end = start;
            for (int i = 0; i < sorted.length; i++) {
                Fragment fragment = sorted[i];
                boolean cut = i > 0 && ((cuts >>> (i - 1)) & 1) != 0;
                boolean other = (fragment.address ^ start) >>> 48 != 0;
                if (cut || other) {
                    sum += cost.of(end - start);
                    start = fragment.address;
                    end = start;
                }
                end = Math.max(end, fragment.address + fragment.length);
            }
            best = Math.min(best, sum + cost.of(end - start));
        }
        return best;
    }

    private static void assertCovers(TransferPlan plan, Fragment[] fragments, long seed) {
        for (int i = 0; i < fragments.length; i++) {
            long place = plan.place(i);
            int box = 0;
            long before = 0;
            while (place >= before + plan.transferLength(box)) {
                before += plan.transferLength(box++);
            }
            long offset = place - before;
            assertThat(plan.transferAddress(box) + offset)
                    .as("again with -Dmangrove.seed=%d", seed)
                    .isEqualTo(fragments[i].address);
            assertThat(offset + fragments[i].length).isLessThanOrEqualTo(plan.transferLength(box));
        }
    }
}
