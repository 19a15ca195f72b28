package dev.mangrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.shm.ShmServers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.net.URI;
import java.util.List;

class DemoTest {
    private static final boolean MATRIX =
            Boolean.getBoolean("mangrove.matrix") || Boolean.getBoolean("mangrove.full");
    private static final String PHASE_MILLIS = MATRIX ? "200" : "100";

    @ParameterizedTest
    @MethodSource("fabrics")
    void shouldLoseNothingWhenAWriterIsKilledAndLeaveNothingBehind(String fabric) {
        try (CommandProcess demo =
                CommandProcess.start(
                        "demo", "--fabric", fabric, "--phase", PHASE_MILLIS, "--json")) {
            String result = demo.readLine();
            assertThat(demo.await()).isEqualTo(0);
            assertThat(demo.readAll()).isEmpty();
            assertThat(result)
                    .startsWith("{\"fabric\":\"" + fabric + "\",\"servers\":2,\"ordered\":{")
                    .contains("\"spatial\":{", "\"design\":\"sherman\"")
                    .endsWith("\"killed_clients\":1,\"lost\":0,\"good\":true}");
        }
        assertThat(servers()).isEmpty();
    }

    private static List<String> fabrics() {
        return Boolean.getBoolean("mangrove.full") ? List.of("shm", "tcp") : List.of("shm");
    }

    @Test
    void shouldRefuseAPhaseWithoutTime() {
        try (CommandProcess demo = CommandProcess.start("demo", "--phase", "0")) {
            assertThat(demo.await()).isEqualTo(2);
        }
    }

    @Test
    void shouldEndItsProcessesWhenItIsInterrupted() {
        try (CommandProcess demo = CommandProcess.start("demo", "--phase", "20000")) {
            demo.readLine();
            await(() -> demo.children().size() == 5);
            List<ProcessHandle> children = demo.children();
            demo.interrupt();
            demo.await();
            await(() -> children.stream().noneMatch(ProcessHandle::isAlive));
            assertThat(servers()).isEmpty();
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "mangrove.full", matches = "true")
    void shouldNotOutliveItsParentWhenThatIsKilled() {
        try (CommandProcess demo = CommandProcess.start("demo", "--phase", "20000")) {
            demo.readLine();
            await(() -> demo.children().size() == 5);
            List<ProcessHandle> children = demo.children();
            demo.kill();
            await(() -> children.stream().noneMatch(ProcessHandle::isAlive));
            assertThat(servers()).isEmpty();
        }
    }

    private static List<URI> servers() {
        return ShmServers.running().stream()
                .filter(uri -> uri.toString().contains("/demo-"))
                .toList();
    }

    private static void await(java.util.function.BooleanSupplier condition) {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).as("waited for too long").isNegative();
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
