package dev.mangrove.fabric.shm;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.host.Host;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

final class ShmTargetTest {
    @Test
    void shouldRefuseMoreInboxesThanItsFileHas(@TempDir Path parent) {
        TargetOptions options =
                TargetOptions.at(ShmLocation.uri(parent.resolve("alpha"))).withInboxes(65);
        try (Fabric fabric = new ShmProvider().open(Host.system())) {
            assertThatThrownBy(() -> fabric.listen(options))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("shared memory has 1 to 64 inboxes: inboxes=65");
        }
    }
}
