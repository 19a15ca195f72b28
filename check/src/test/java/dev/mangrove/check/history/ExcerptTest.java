package dev.mangrove.check.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;

class ExcerptTest {
    @Test
    void shouldNeverViolateWhereTheHistoryDoesNot() {
        int tried = 0;
        for (long seed = 0; seed < 30_000; seed++) {
            History history = RandomHistories.generate(seed);
            if (new BruteForce(history).linearizable()) {
                Excerpt excerpt = excerpt(history, new Random(seed));
                assertThat(excerpt.violates(100_000)).as("seed %d", seed).isFalse();
                tried++;
            }
        }
        assertThat(tried).isGreaterThan(3_000);
    }

    private static Excerpt excerpt(History history, Random random) {
        int[] ops = IntStream.range(0, history.size()).toArray();
        BitSet kept = new BitSet();
        long end = random.nextInt(40);
        for (int op : ops) {
            kept.set(op, history.responded(op) <= end && random.nextInt(4) > 0);
        }
        int[] live =
                IntStream.of(ops).filter(op -> history.outcome(op) != Outcome.FAILED).toArray();
        Excerpt excerpt = new Excerpt(history, live, end, Excerpt.NO_ANCHOR, kept);
        int anchor = random.nextInt(history.size());
        OpFacts.After after = OpFacts.after(history, anchor);
        boolean certain = after == OpFacts.After.ABSENT || after == OpFacts.After.VALUE;
        return certain ? excerpt.anchoredAt(anchor) : excerpt;
    }
}
