package dev.mangrove.index.page;

import dev.mangrove.index.page.strings.LongKeys;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.Status;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Long keys of all views of a process. A freed extent is used again at once, with the next
 * generation. Thread-safe.
 */
public final class PlainLongKeys {
    private static final int GENERATION_BITS = 16;

    private final Map<Long, byte[]> byPointer = new HashMap<>();
    private final Deque<Long> free = new ArrayDeque<>();
    private long next = 1;
    private int limit = Integer.MAX_VALUE;

    /** Refuses further extents while so many are in use. */
    public synchronized void limit(int most) {
        limit = most;
    }

    /** Number of extents in use. */
    public synchronized int size() {
        return byPointer.size();
    }

    /** The keys as one view reaches them. */
    public View view() {
        return new View();
    }

    private synchronized byte[] read(long pointer) {
        return byPointer.get(pointer);
    }

    private synchronized long write(byte[] key) {
        if (byPointer.size() >= limit) {
            throw new RequestRefusedException(Status.OUT_OF_MEMORY, "no extents: limit=" + limit);
        }
        Long reused = free.pollFirst();
        long pointer = reused != null ? reused + 1 : next++ << GENERATION_BITS;
        byPointer.put(pointer, key);
        return pointer;
    }

    private synchronized void freeNow(long pointer) {
        if (byPointer.remove(pointer) == null) {
            throw new AssertionError("freed twice: " + pointer);
        }
        free.addLast(pointer);
    }

    /** Long keys of one view, which frees extents when it is told that its changes are visible. */
    public final class View implements LongKeys {
        private final List<Long> unused = new ArrayList<>();

        @Override
        public int read(long pointer, byte[] into, int at) {
            byte[] key = PlainLongKeys.this.read(pointer);
            if (key == null) {
                return GONE;
            }
            System.arraycopy(key, 0, into, at, key.length);
            return key.length;
        }

        @Override
        public long write(byte[] from, int at, int length) {
            byte[] key = new byte[length];
            System.arraycopy(from, at, key, 0, length);
            return PlainLongKeys.this.write(key);
        }

        @Override
        public void free(long pointer) {
            unused.add(pointer);
        }

        /** A change has failed: keeps the extents that it would have freed. */
        public void keepAll() {
            unused.clear();
        }

        /** All changes are visible. */
        public void settle() {
            unused.forEach(PlainLongKeys.this::freeNow);
            unused.clear();
        }
    }
}
