package dev.mangrove.fabric.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.posix.HugePageOffer;

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
    void shouldKeepWhatACommittedRangeHolds() {
        RegionHandle handle = new RegionHandle(7, 1, 1 << 23, Placement.HOST);
        try (FileRegion region =
                FileRegion.create(folder.resolve("region-7"), 0600, handle, BOOT)) {
            region.commit(0, 4 << 20);
            region.memory().set(ValueLayout.JAVA_LONG, 4096, 5);
            region.commit(0, 1 << 23);
            assertThat(region.memory().get(ValueLayout.JAVA_LONG, 4096)).isEqualTo(5);
            assertThat(region.memory().get(ValueLayout.JAVA_LONG, 5 << 20)).isZero();
            region.discard(4096, 4096);
            assertThat(region.memory().get(ValueLayout.JAVA_LONG, 4096)).isZero();
        }
    }

    /** Only where the machine offers huge pages, as most do not. */
    @Test
    void shouldHaveHugePagesWhereTheMachineOffersThem() throws Exception {
        assumeThat(HugePageOffer.of(folder).offered()).isTrue();
        RegionHandle handle = new RegionHandle(7, 1, 32 << 20, Placement.HOST);
        long before = hugeKilobytes();
        try (FileRegion region =
                FileRegion.create(folder.resolve("region-7"), 0600, handle, BOOT)) {
            for (long chunk = 0; chunk < 4; chunk++) {
                region.commit(chunk << 23, 1 << 23);
            }
            assertThat(hugeKilobytes() - before).isGreaterThanOrEqualTo(24 << 10);
        }
    }

    private static long hugeKilobytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/meminfo")).stream()
                .filter(line -> line.startsWith("ShmemHugePages:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .sum();
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
