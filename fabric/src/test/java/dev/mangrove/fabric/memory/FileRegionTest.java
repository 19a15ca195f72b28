package dev.mangrove.fabric.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.RegionHandle;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

final class FileRegionTest {
    private static final long BOOT = 99;

    /** A folder on a memory file system, which reports at once that it is full. */
    @TempDir(factory = InMemory.class)
    private Path folder;

    private static final class InMemory implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
                throws IOException {
            return Files.createTempDirectory(Path.of("/dev/shm"), "file-region-test");
        }
    }

    @Test
    void shouldSayThatMemoryIsFull() {
        RegionHandle handle = new RegionHandle(7, 1, 1L << 40, Placement.HOST);
        try (FileRegion region =
                FileRegion.create(folder.resolve("region-7"), 0600, handle, BOOT)) {
            assertThatThrownBy(() -> region.commit(0, 1L << 40))
                    .isInstanceOf(FabricException.class)
                    .hasMessageContaining("region 7")
                    .satisfies(
                            e ->
                                    assertThat(((FabricException) e).kind())
                                            .isEqualTo(Kind.OUT_OF_MEMORY));
            region.memory().set(ValueLayout.JAVA_LONG, 0, 5);
            assertThat(region.memory().get(ValueLayout.JAVA_LONG, 0)).isEqualTo(5);
        }
    }

    @Test
    void shouldRefuseARangeOutsideOfTheRegion() {
        RegionHandle handle = new RegionHandle(7, 1, 4096, Placement.HOST);
        try (FileRegion region =
                FileRegion.create(folder.resolve("region-7"), 0600, handle, BOOT)) {
            assertThatThrownBy(() -> region.commit(4096, 1))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> region.discard(-8, 8))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> region.commit(0, Long.MAX_VALUE))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void shouldLeaveNoNameOfAnUnnamedRegion() throws Exception {
        RegionHandle handle = new RegionHandle(7, 1, 4096, Placement.HOST);
        try (FileRegion region = FileRegion.createUnnamed(folder, handle, BOOT, new Random(1));
                var files = Files.list(folder)) {
            assertThat(files).isEmpty();
            assertThat(region.memory().byteSize()).isEqualTo(4096);
        }
    }

    @Test
    void shouldNotShowTheKeyOfAnUnnamedRegionByItsName() throws Exception {
        long key = 0x1234_5678_9ABC_DEFL;
        long name = new Random(1).nextLong();
        Path taken = folder.resolve("mangrove-unnamed-" + Long.toHexString(name));
        Files.writeString(taken, "so that it cannot be made");
        RegionHandle handle = new RegionHandle(7, key, 4096, Placement.HOST);
        assertThatThrownBy(() -> FileRegion.createUnnamed(folder, handle, BOOT, new Random(1)))
                .isInstanceOf(FabricException.class);
        assertThat(name).isNotEqualTo(key);
    }

    @Test
    void shouldNotOverwriteAnotherRegionsFile() throws Exception {
        Path path = Files.writeString(folder.resolve("region-7"), "mine");
        RegionHandle handle = new RegionHandle(7, 1, 4096, Placement.HOST);
        assertThatThrownBy(() -> FileRegion.create(path, 0600, handle, BOOT))
                .isInstanceOf(FabricException.class);
        assertThat(path).hasContent("mine");
    }
}
