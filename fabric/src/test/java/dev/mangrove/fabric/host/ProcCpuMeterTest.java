package dev.mangrove.fabric.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ProcCpuMeterTest {
    @TempDir Path folder;

    @Test
    void shouldReadNumbersBehindTheLastMarkOfTheFirstLine() throws IOException {
        Path file = folder.resolve("stat");
        Files.writeString(file, "12 (a) odd) name) S 1  22 333\n444 (x) 5\n");
        long[] numbers = new long[5];
        ProcFile reader = new ProcFile(file);
        assertThat(reader.read(')', numbers)).isTrue();
        assertThat(numbers).containsExactly(0, 1, 22, 333, 0);
        Files.writeString(file, "9 (b) R 7 8 9 10 11\n");
        assertThat(reader.read(')', numbers)).isTrue();
        assertThat(numbers).containsExactly(0, 7, 8, 9, 10);
        assertThat(reader.read('#', numbers)).isFalse();
        assertThat(new ProcFile(folder.resolve("absent")).read(')', numbers)).isFalse();
    }

    @Test
    void shouldSeeThisProcessAtWork() {
        assumeTrue(Files.exists(Path.of("/proc/self/stat")));
        Host.CpuMeter meter = Host.system().cpuMeter();
        long started = System.nanoTime();
        long sum = 0;
        while (System.nanoTime() - started < 300_000_000) {
            sum += System.nanoTime() & 1;
        }
        meter.sample();
        assertThat(sum).isNotNegative();
        assertThat(meter.processCores()).isPositive();
        assertThat(meter.hostUtilisation()).isBetween(0.05, 1.0);
    }
}
