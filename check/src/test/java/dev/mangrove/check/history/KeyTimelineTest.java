package dev.mangrove.check.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Random;
import java.util.stream.IntStream;

class KeyTimelineTest {
    @Test
    void shouldCallNothingCertainThatAGetCouldContradict() {
        int certain = 0;
        for (long seed = 0; seed < 30_000; seed++) {
            History history = RandomHistories.generate(seed);
            if (!new BruteForce(history).linearizable()) {
                continue;
            }
            Random random = new Random(seed);
            long from = random.nextInt(30);
            long to = from + random.nextInt(6);
            certain += notAbsent(seed, history, from, to);
            certain += notValue(seed, history, random.nextInt(3), from, to);
        }
        assertThat(certain).isGreaterThan(2_000);
    }

    private static int notAbsent(long seed, History history, long from, long to) {
        if (!timeline(history).certainlyOutside(StateSet.onlyAbsent(), from, to)) {
            return 0;
        }
        History probe = copy(history);
        probe.foundAbsent(probe.invokeGet(99, 0, from), to);
        assertThat(new BruteForce(probe).linearizable()).as("seed %d", seed).isFalse();
        return 1;
    }

    private static int notValue(long seed, History history, long value, long from, long to) {
        KeyTimeline timeline = timeline(history);
        boolean certain = timeline.certainlyOutside(StateSet.only(value), from, to);
        if (timeline.certainlyOutside(StateSet.anyValue(), from, to)) {
            assertThat(certain).as("seed %d", seed).isTrue();
        }
        if (!certain) {
            return 0;
        }
        History probe = copy(history);
        probe.found(probe.invokeGet(99, 0, from), value, to);
        assertThat(new BruteForce(probe).linearizable()).as("seed %d", seed).isFalse();
        return 1;
    }

    private static KeyTimeline timeline(History history) {
        return new KeyTimeline(history, IntStream.range(0, history.size()).toArray());
    }

    private static History copy(History history) {
        History copy = new History(history.size() + 1);
        copy.addAll(history);
        return copy;
    }
}
