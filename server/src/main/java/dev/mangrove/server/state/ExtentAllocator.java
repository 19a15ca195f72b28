package dev.mangrove.server.state;

import dev.mangrove.fabric.Address;
import dev.mangrove.index.page.bytes.BytesLine;
import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.page.bytes.ExtentSpace;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.server.memory.Grant;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The extents of one tree on this server. A freed extent goes to the list of its size, from which
 * the next extent of that size is taken. Where that list is empty, an extent is cut from the
 * smallest free run that is long enough; if there is none, the lists of all sizes become free runs
 * again, neighbours joined, before more memory is granted. So space freed by values of one size
 * serves values of any other. Grants grow as those of {@link PageSpace} do.
 */
public final class ExtentAllocator implements ExtentSpace {
    private static final int FIRST_LIST = 16;

    private final Source source;
    private final long[][] lists = new long[ExtentPointer.SIZES][0];
    private final int[] listed = new int[ExtentPointer.SIZES];
    private final NavigableMap<Long, Run> runs = new TreeMap<>();
    private final NavigableSet<Run> bySize = new TreeSet<>(Run.BY_SIZE);
    private long granted;
    private long allocated;
    private long allocatedBytes;
    private int generation;

    /**
     * Free memory without a size.
     *
     * @param address its offset in the region
     */
    private record Run(long bytes, long address) {
        private static final Comparator<Run> BY_SIZE =
                Comparator.comparingLong(Run::bytes).thenComparingLong(Run::address);

        long end() {
            return address + bytes;
        }
    }

    /** Where the memory comes from. */
    @FunctionalInterface
    public interface Source {
        /** Grants as many bytes as are wanted, or fewer, but not less than the least. */
        Grant grant(long wanted, long least);
    }

    public ExtentAllocator(Source source) {
        this.source = source;
    }

    @Override
    public synchronized long take(int bytes) {
        int size = ExtentPointer.sizeFor(bytes);
        long address = listed[size] > 0 ? lists[size][--listed[size]] : cut(size);
        generation = (generation + 1) % ExtentPointer.GENERATIONS;
        allocated++;
        allocatedBytes += ExtentPointer.bytes(size);
        return ExtentPointer.of(address, generation, size);
    }

    @Override
    public synchronized void free(long pointer) {
        int size = ExtentPointer.size(pointer);
        advance(ExtentPointer.generation(pointer));
        if (listed[size] == lists[size].length) {
            lists[size] = Arrays.copyOf(lists[size], Math.max(FIRST_LIST, 2 * listed[size]));
        }
        lists[size][listed[size]++] = ExtentPointer.offset(pointer);
        allocated--;
        allocatedBytes -= ExtentPointer.bytes(size);
    }

    /**
     * Clients count the uses of an extent in their hands. The next use of any extent must be after
     * all of them, so that no pointer is used twice.
     */
    private void advance(int freed) {
        if (ExtentPointer.isNotBefore(freed, generation)) {
            generation = freed;
        }
    }

    @Override
    public synchronized long allocated() {
        return allocated;
    }

    @Override
    public synchronized long allocatedBytes() {
        return allocatedBytes;
    }

    private long cut(int size) {
        long bytes = ExtentPointer.bytes(size);
        Run wanted = new Run(bytes, 0);
        @Nullable Run run = bySize.ceiling(wanted);
        if (run == null) {
            joinLists();
            run = bySize.ceiling(wanted);
        }
        if (run == null) {
            grow(bytes);
            run = bySize.ceiling(wanted);
        }
        if (run == null) {
            throw new IllegalStateException("a grant is too short: bytes=" + bytes);
        }
        remove(run);
        if (run.bytes > bytes) {
            add(new Run(run.bytes - bytes, run.address + bytes));
        }
        return run.address;
    }

    private void add(Run run) {
        runs.put(run.address, run);
        bySize.add(run);
    }

    private void remove(Run run) {
        runs.remove(run.address);
        bySize.remove(run);
    }

    /** Makes free runs of all freed extents. */
    private void joinLists() {
        for (int size = 0; size < ExtentPointer.SIZES; size++) {
            while (listed[size] > 0) {
                join(lists[size][--listed[size]], ExtentPointer.bytes(size));
            }
        }
    }

    private void join(long address, long bytes) {
        long start = address;
        long length = bytes;
        Map.Entry<Long, Run> before = runs.lowerEntry(address);
        if (before != null && before.getValue().end() == address) {
            Run run = before.getValue();
            remove(run);
            start = run.address;
            length += run.bytes;
        }
        Run behind = runs.get(address + bytes);
        if (behind != null) {
            remove(behind);
            length += behind.bytes;
        }
        add(new Run(length, start));
    }

    private void grow(long bytes) {
        long wanted = Math.max(AddressSpace.SLICE_BYTES, Long.highestOneBit(granted));
        while (wanted < bytes) {
            wanted *= 2;
        }
        Grant grant = source.grant(Math.min(wanted, AddressSpace.CHUNK_BYTES), bytes);
        assert grant.address() % BytesLine.BYTES == 0 : grant;
        granted += grant.bytes();
        join(Address.offset(grant.address()), grant.bytes());
    }
}
