package dev.mangrove.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ChildProcessTest {
    @Test
    void shouldGiveAChildTheModulePathOfItsParent() {
        assertThat(ChildProcess.moduleOptions("/some/modules"))
                .containsSubsequence("--add-modules", "ALL-MODULE-PATH")
                .containsSubsequence("--module-path", "/some/modules");
    }

    @Test
    void shouldNameNoModulePathWhenModulesAreLinkedIntoTheRuntime() {
        assertThat(ChildProcess.moduleOptions(null))
                .containsExactly("--enable-native-access=dev.mangrove.fabric");
    }
}
