package dev.mangrove.check.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.check.CheckReport;
import dev.mangrove.check.CheckRun;
import dev.mangrove.check.SeedResult;
import dev.mangrove.check.Seeds;
import dev.mangrove.sim.Faults;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

final class FabricCheckTest {
    private static final int SEEDS_TO_CATCH = 1_000;

    @Test
    void shouldHoldWithoutFaults() {
        CheckReport report = new CheckRun(new FabricCheck(), Faults.NONE).run(1, 50);

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.operations()).isGreaterThan(5_000);
    }

    @Test
    void shouldHoldUnderAllFaultsOfTheContract() {
        CheckReport report = new CheckRun(new FabricCheck(), Faults.ALL).run(1, Seeds.of(300));

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.undecided()).isZero();
    }

    @Test
    void shouldCatchALockThatTestsBeforeItSets() {
        assertThat(firstBadSeed(new TestAndSetLock(), Faults.NONE))
                .isLessThanOrEqualTo(SEEDS_TO_CATCH);
    }

    @Test
    void shouldCatchALockThatIsTakenFromALiveOwner() {
        assertThat(firstBadSeed(new EarlyReleaseLock(), Faults.ALL))
                .isLessThanOrEqualTo(SEEDS_TO_CATCH);
    }

    @Test
    void shouldCatchWritesThatCompleteBeforeTheyAreVisible() {
        CheckReport report =
                new CheckRun(new FabricCheck(), Faults.parse("delayed-visibility")).run(1, 50);

        assertThat(report.violations()).isPositive();
        assertThat(report.firstBadSeed()).isNotNull();
    }

    @Test
    void shouldDoTheSameForTheSameSeed() {
        for (long seed = 1; seed <= Seeds.of(40); seed++) {
            SeedResult first = new FabricCheck().run(seed, Faults.ALL, null);
            SeedResult second = new FabricCheck().run(seed, Faults.ALL, null);

            assertThat(second).as("seed %d", seed).usingRecursiveComparison().isEqualTo(first);
        }
    }

    @Test
    void shouldNotDependOnWhetherTheTraceIsRead() {
        List<String> lines = new ArrayList<>();
        SeedResult read = new FabricCheck().run(7, Faults.ALL, lines::add);

        assertThat(new FabricCheck().run(7, Faults.ALL, null))
                .usingRecursiveComparison()
                .isEqualTo(read);
        assertThat(lines).hasSizeGreaterThan(100);
        assertThat(lines.getFirst()).contains(" ns  ");
    }

    @Test
    void shouldDoTheSameInAnotherProcess() throws Exception {
        String here = HashMain.hashes();
        Process process =
                new ProcessBuilder(
                                System.getProperty("java.home") + "/bin/java",
                                "-XX:+UseSerialGC",
                                "-Xmx256m",
                                "--enable-native-access=ALL-UNNAMED",
                                "--add-exports",
                                "java.base/jdk.internal.vm=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                HashMain.class.getName())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String there = new String(process.getInputStream().readAllBytes(), UTF_8).strip();

        assertThat(process.waitFor()).isZero();
        assertThat(there).isEqualTo(here);
    }

    private static long firstBadSeed(RemoteLock lock, Faults faults) {
        for (long seed = 1; seed <= SEEDS_TO_CATCH; seed++) {
            if (!new FabricCheck(lock).run(seed, faults, null).violations().isEmpty()) {
                return seed;
            }
        }
        return Long.MAX_VALUE;
    }
}
