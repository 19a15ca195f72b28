package dev.mangrove.bench.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.MapIndex;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.NavigableMap;
import java.util.TreeMap;

final class WorkloadTest {
    private static final int KEYS = 2_000;
    private static final double SECONDS = 0.05;

    private final NavigableMap<Long, Long> map = new TreeMap<>();

    WorkloadTest() {
        for (long rank = 0; rank < KEYS; rank++) {
            map.put(Keys.key(rank), Keys.value(Keys.key(rank)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A", "B", "C", "D", "ycsb-a", "ycsb-b", "ycsb-c", "ycsb-d", "ycsb-e", "ycsb-f"
            })
    void shouldFindNothingWrongWithARightIndex(String mix) {
        Workload workload = workload(mix);
        Tally tally = workload.run(SECONDS);

        assertThat(tally.firstWrong()).isEmpty();
        assertThat(tally.operations()).isPositive();
        assertThat(tally.seconds()).isGreaterThanOrEqualTo(SECONDS);
        assertThat(workload.inserted()).isEqualTo(tally.operations(Kind.INSERT));
        assertThat(map).hasSize((int) (KEYS + workload.inserted()));
    }

    @Test
    void shouldNoticeAKeyThatIsMissing() {
        map.keySet().removeIf(key -> Keys.rank(key) % 2 == 0);

        assertThat(workload("A").run(SECONDS).firstWrong()).startsWith("get ");
        assertThat(workload("B").run(SECONDS).firstWrong()).startsWith("scan ");
        assertThat(workload("ycsb-a").run(SECONDS).wrong()).isPositive();
        assertThat(workload("ycsb-e").run(SECONDS).firstWrong()).startsWith("scan ");
    }

    @Test
    void shouldNoticeTheValueOfAnotherKey() {
        map.replaceAll((key, _) -> Keys.value(key + 1));

        assertThat(workload("A").run(SECONDS).wrong()).isPositive();
        assertThat(workload("B").run(SECONDS).wrong()).isPositive();
        assertThat(workload("ycsb-f").run(SECONDS).wrong()).isPositive();
    }

    @Test
    void shouldNoticeARewriteThatNobodyAskedFor() {
        map.replaceAll((key, _) -> Keys.value(key, 1));

        assertThat(workload("A").run(SECONDS).wrong()).isPositive();
        assertThat(workload("ycsb-a").run(SECONDS).wrong()).isZero();
    }

    private Workload workload(String mix) {
        BenchSettings settings =
                new BenchSettings(
                        "shm",
                        Design.FINE,
                        KEYS,
                        1,
                        1,
                        Mix.of(mix),
                        "zipf",
                        SECONDS,
                        0,
                        20,
                        1024,
                        0.8,
                        0,
                        0,
                        false,
                        null);
        return new Workload(new MapIndex(map), settings, Host.system(), 0);
    }
}
