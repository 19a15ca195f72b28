package dev.mangrove.check.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.check.CheckReport;
import dev.mangrove.check.CheckRun;
import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.Coverage;
import dev.mangrove.check.SeedResult;
import dev.mangrove.check.history.History;
import dev.mangrove.index.TestSize;
import dev.mangrove.sim.Faults;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

final class SwarmCheckTest {
    private static final Logger OURS = Logger.getLogger("dev.mangrove");
    private static final long SECOND = 1_000_000_000;
    private static final long SEEDS = TestSize.MATRIX ? 25 : 12;

    @BeforeAll
    static void logNothing() {
        OURS.setLevel(Level.OFF);
    }

    @AfterAll
    static void logAgain() {
        OURS.setLevel(null);
    }

    @Test
    void shouldDrawEverythingThatThereIs() {
        Set<String> kinds = new TreeSet<>();
        Set<Integer> pages = new TreeSet<>();
        Set<Integer> servers = new TreeSet<>();
        Set<Boolean> isShort = new TreeSet<>();
        Set<String> faults = new TreeSet<>();
        for (long seed = 1; seed <= 3_000; seed++) {
            SwarmDraw lot = SwarmDraw.draw(seed, Faults.ALL);
            kinds.add(lot.kind());
            pages.add(lot.shape().pageBytes());
            servers.add(lot.shape().servers());
            isShort.add(lot.shape().isShortOfMemory());
            faults.add(lot.faults().toString());
        }

        assertThat(kinds)
                .containsExactly(
                        "bytes cell",
                        "bytes coarse",
                        "bytes fine",
                        "bytes sherman",
                        "copies",
                        "counts",
                        "extents",
                        "fabric",
                        "gets",
                        "handles",
                        "loads",
                        "meganodes",
                        "merges",
                        "ordered cell",
                        "ordered coarse",
                        "ordered fine",
                        "ordered hybrid",
                        "ordered sherman",
                        "pages",
                        "ranges",
                        "reuse",
                        "shipments",
                        "spatial basic",
                        "spatial hilbert",
                        "spatial rstar",
                        "string-copies",
                        "string-merges",
                        "string-pages",
                        "string-ranges",
                        "strings",
                        "window-counts",
                        "writes");
        assertThat(pages).contains(512, 576, 1024, 4096);
        assertThat(servers).contains(1, 2, 3, 4, 5);
        assertThat(isShort).containsExactly(false, true);
        assertThat(faults).contains("none", Faults.ALL.toString()).hasSizeGreaterThan(50);
    }

    @Test
    void shouldBeContentWithTheProductAndCountWhatItChecked() {
        CheckReport report = new CheckRun(new SwarmCheck(), Faults.ALL).run(1, SEEDS);

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.kinds().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(SEEDS);
        assertThat(report.kinds().size()).isGreaterThan(4);
    }

    @Test
    void shouldDoTheSameForTheSameSeed() {
        CheckRun run = new CheckRun(new SwarmCheck(), Faults.ALL);

        assertThat(run.replayCommand(8)).startsWith("./mangrove check all --seed 8 --faults ");
        assertThat(new CheckRun(new SwarmCheck(), Faults.ALL).run(4, 6).traceHash())
                .isEqualTo(new CheckRun(new SwarmCheck(), Faults.ALL).run(4, 6).traceHash());
    }

    @Test
    void shouldRunSeedsUntilTheTimeIsOver() {
        List<String> lines = new ArrayList<>();
        long[] now = new long[1];
        Stub stub = new Stub(Long.MAX_VALUE, () -> now[0] += 4 * SECOND);
        CheckReport report =
                new Soak(new CheckRun(stub, Faults.NONE), () -> now[0], lines::add).run(100, 0.5);

        assertThat(report.seeds()).isEqualTo(8);
        assertThat(report.toJson()).containsEntry("seeds_per_minute", 15.0);
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst()).isEqualTo("12 s: 3 seeds, the last is 102; 15 per minute");
    }

    @Test
    void shouldStopAtTheFirstViolation() {
        Stub stub = new Stub(103, () -> {});
        CheckReport report =
                new Soak(new CheckRun(stub, Faults.NONE), System::nanoTime, _ -> {}).run(100, 60);

        assertThat(report.seeds()).isEqualTo(4);
        assertThat(report.firstBadSeed()).isEqualTo(103);
        assertThat(report.isGood()).isFalse();
    }

    /** A check that takes a while and fails at one seed. */
    private record Stub(long bad, Runnable effort) implements CheckTarget {
        @Override
        public String name() {
            return "stub";
        }

        @Override
        public SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines) {
            effort.run();
            List<String> violations = seed == bad ? List.of("broken") : List.of();
            return new SeedResult(1, violations, 0, seed, Coverage.NONE, new History(0));
        }
    }
}
