package dev.mangrove.fabric.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class ReservedHugePagesTest {
    @Test
    void shouldReadWhatTheKernelSays() {
        List<String> lines =
                List.of("MemTotal: 24 kB", "HugePages_Total:      64", "HugePages_Free:       60");
        assertThat(ReservedHugePages.of(lines)).isEqualTo(new ReservedHugePages(64, 60));
    }

    @Test
    void shouldFindNoneWhereTheKernelSaysNothing() {
        assertThat(ReservedHugePages.of(List.of())).isEqualTo(new ReservedHugePages(0, 0));
    }
}
