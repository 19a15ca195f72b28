package dev.mangrove.server.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Address;
import dev.mangrove.index.page.bytes.Extent;
import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.server.memory.Grant;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

final class ExtentAllocatorTest {
    private static final int REGION = 0x101;

    private long granted;
    private final ExtentAllocator allocator = new ExtentAllocator((wanted, _) -> grant(wanted));

    private Grant grant(long wanted) {
        Grant grant = new Grant(Address.of(REGION, AddressSpace.CHUNK_BYTES + granted), wanted);
        granted += wanted;
        return grant;
    }

    @Test
    void shouldNeverOverlapWhenSizesAreMixed() {
        long seed = Long.getLong("mangrove.seed", System.nanoTime());
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        TreeMap<Long, Long> taken = new TreeMap<>();
        long bytes = 0;
        for (int step = 0; step < 20_000; step++) {
            if (random.nextInt(100) < (step / 5_000 % 2 == 0 ? 60 : 40) || taken.isEmpty()) {
                int length = 1 + random.nextInt(1 << random.nextInt(16));
                long pointer = allocator.take(length);
                check(taken, pointer, length);
                bytes += ExtentPointer.bytes(ExtentPointer.size(pointer));
            } else {
                Long some = taken.ceilingKey(taken.firstKey() + random.nextLong(1 << 20));
                long pointer = taken.remove(some == null ? taken.firstKey() : some);
                bytes -= ExtentPointer.bytes(ExtentPointer.size(pointer));
                allocator.free(pointer);
            }
        }
        assertThat(allocator.allocated()).isEqualTo(taken.size());
        assertThat(allocator.allocatedBytes()).isEqualTo(bytes);
    }

    private static void check(NavigableMap<Long, Long> taken, long pointer, int length) {
        long start = ExtentPointer.offset(pointer);
        long end = start + ExtentPointer.bytes(ExtentPointer.size(pointer));
        assertThat(end - start).isGreaterThanOrEqualTo(length);
        Map.Entry<Long, Long> before = taken.lowerEntry(end);
        if (before != null) {
            int size = ExtentPointer.size(before.getValue());
            assertThat(before.getKey() + ExtentPointer.bytes(size)).isLessThanOrEqualTo(start);
        }
        taken.put(start, pointer);
    }

    @Test
    void shouldNeedNoMoreMemoryWhenFreedSpaceGetsAnotherSize() {
        List<Long> small = new ArrayList<>();
        for (int i = 0; i < 16_384; i++) {
            small.add(allocator.take(64));
        }
        long before = granted;
        for (int round = 0; round < 20; round++) {
            small.forEach(allocator::free);
            small.clear();
            int length = 64 << round % 10;
            for (int i = 0;
                    i < (1 << 20) / ExtentPointer.bytes(ExtentPointer.sizeFor(length));
                    i++) {
                small.add(allocator.take(length));
            }
        }
        assertThat(granted).isEqualTo(before);
    }

    @Test
    void shouldHoldLongestValueWhenMemoryIsFresh() {
        long pointer = allocator.take(Extent.bytes(Extent.LONGEST));
        int bytes = ExtentPointer.bytes(ExtentPointer.size(pointer));
        assertThat(bytes).isGreaterThanOrEqualTo(Extent.bytes(Extent.LONGEST));
        assertThat(granted).isGreaterThanOrEqualTo(bytes);
    }

    @Test
    void shouldHaveAnotherGenerationWhenPlaceIsUsedAgain() {
        long first = allocator.take(64);
        allocator.free(first);
        long second = allocator.take(64);
        assertThat(ExtentPointer.offset(second)).isEqualTo(ExtentPointer.offset(first));
        assertThat(ExtentPointer.generation(second)).isNotEqualTo(ExtentPointer.generation(first));
    }
}
