package dev.mangrove.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mangrove.bench.peers.PeersBench;
import dev.mangrove.bench.peers.PeersReport;
import dev.mangrove.bench.peers.PeersSettings;
import dev.mangrove.bench.plot.Plots;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Set;

/** Runs {@code bench peers} with all processes, on little data. */
class PeersBenchTest {
    private static final boolean MATRIX =
            Boolean.getBoolean("mangrove.matrix") || Boolean.getBoolean("mangrove.full");

    @Test
    void shouldCompareOrderedSystems(@TempDir Path folder) {
        PeersReport report =
                PeersBench.ordered(new PeersSettings(1_000, 0.02, 1, Set.of("skiplist")));

        assertThat(report.faults()).isEmpty();
        assertThat(report.ratios().get("get_vs_skiplist")).isPositive();
        assertThat(report.ratios().get("get_vs_lmdb")).isNull();
        report.plot(new Plots(folder));
        assertThat(folder.resolve("peers-ordered.svg")).content().contains("skiplist");
        assertThat(folder.resolve("peers-ordered.md")).content().contains("get_vs_skiplist");
    }

    @Test
    void shouldCompareSpatialSystems() {
        assumeTrue(MATRIX, "moves are compared beside byte strings; all: -Pci");
        PeersReport report =
                PeersBench.spatial(new PeersSettings(1_000, 0.02, 1, Set.of("strtree")));

        assertThat(report.faults()).isEmpty();
        assertThat(report.ratios().get("nearest10_vs_strtree")).isPositive();
        assertThat(report.ratios()).containsKey("window_small_vs_hprtree");
        assertThat(report.ratios().get("moveall64_vs_move")).isPositive();
    }

    @Test
    void shouldCompareSystemsOfByteStringsWithMovesAndLongKeysAsSections() {
        PeersReport report =
                PeersBench.bytes(new PeersSettings(1_000, 0.02, 1, Set.of("skiplist", "rtree2")));

        assertThat(report.faults()).isEmpty();
        assertThat(report.ratios())
                .containsOnlyKeys(
                        "get8_vs_lmdb",
                        "get100_vs_lmdb",
                        "put100_vs_lmdb",
                        "scan100_vs_lmdb",
                        "getall64_vs_get",
                        "move_vs_rtree2",
                        "moveall64_vs_move",
                        "long_getall64_vs_get",
                        "handle_cost_ns");
        assertThat(report.ratios().get("move_vs_rtree2")).isPositive();
        assertThat(report.ratios().get("long_getall64_vs_get")).isPositive();
        assertThat(report.ratios().get("handle_cost_ns")).isNotNull();
        assertThat(report.toJson()).containsKeys("moves", "long_keys");
        assertThat(report.toString()).contains("handle_cost_ns", "at most 25");
    }
}
