package dev.mangrove.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.cli.Main;
import dev.mangrove.cli.command.ExitStatus;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Invalid arguments of the commands on ordered indexes. */
final class OrderedUsageTest {
    private final StringWriter err = new StringWriter();

    @Test
    void shouldAskForADesignToCheck() {
        assertThat(run("check", "ordered")).isEqualTo(ExitStatus.USAGE);
        assertThat(err.toString()).contains("--design is missing");
    }

    @Test
    void shouldKnowTheDesigns() {
        assertThat(run("check", "ordered", "--design", "coarsest")).isEqualTo(ExitStatus.USAGE);
        assertThat(run("bench", "ordered", "--design", "finest")).isEqualTo(ExitStatus.USAGE);
        assertThat(err.toString()).contains("coarsest", "finest", "coarse, fine, hybrid");
    }

    @Test
    void shouldRefuseThePublishedProtocolOfOtherDesigns() {
        assertThat(run("check", "ordered", "--design", "coarse", "--as-published"))
                .isEqualTo(ExitStatus.USAGE);
        assertThat(err.toString()).contains("fine, sherman and cell");
    }

    @Test
    void shouldRefuseADesignOfTheFabric() {
        assertThat(run("check", "fabric", "--design", "fine")).isEqualTo(ExitStatus.USAGE);
    }

    @Test
    void shouldKnowTheFabricsOfChecks() {
        assertThat(run("check", "ordered", "--design", "fine", "--fabric", "udp"))
                .isEqualTo(ExitStatus.USAGE);
        assertThat(err.toString()).contains("sim, shm or tcp");
    }

    @Test
    void shouldCheckOnlyOrderedIndexesOnSharedMemory() {
        assertThat(run("check", "fabric", "--fabric", "shm")).isEqualTo(ExitStatus.USAGE);
        assertThat(run("check", "ordered", "--fabric", "shm")).isEqualTo(ExitStatus.USAGE);
        assertThat(err.toString()).contains("for ordered with a --design");
    }

    @Test
    void shouldKeepOptionsOfSimulationAndProcessesApart() {
        assertThat(run("check", "ordered", "--design", "fine", "--seconds", "5"))
                .isEqualTo(ExitStatus.USAGE);
        assertThat(err.toString()).contains("for --fabric shm");
        for (String option : new String[] {"--trace", "--as-published", "--faults=none"}) {
            assertThat(run("check", "ordered", "--design=fine", "--fabric=shm", option))
                    .isEqualTo(ExitStatus.USAGE);
        }
        assertThat(err.toString()).contains("for --fabric sim");
    }

    @Test
    void shouldRefuseToStressNothing() {
        String[] stress = {"check", "ordered", "--design=fine", "--fabric=shm"};
        for (String option :
                new String[] {"--seconds=0", "--clients=0", "--servers=33", "--fanout=99"}) {
            assertThat(run(stress[0], stress[1], stress[2], stress[3], option))
                    .isEqualTo(ExitStatus.USAGE);
        }
        assertThat(err.toString()).contains("seconds", "clients and servers", "fanout");
    }

    @Test
    void shouldNameTheMixes() {
        assertThat(run("bench", "ordered", "--mix", "Z")).isEqualTo(ExitStatus.USAGE);
        assertThat(err.toString()).contains("ycsb-a");
    }

    @Test
    void shouldRefuseToMeasureNothing() {
        assertThat(run("bench", "ordered", "--keys", "0")).isEqualTo(ExitStatus.USAGE);
        assertThat(run("bench", "ordered", "--clients", "0")).isEqualTo(ExitStatus.USAGE);
        assertThat(run("bench", "ordered", "--range-fraction", "2")).isEqualTo(ExitStatus.USAGE);
    }

    private int run(String... arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
