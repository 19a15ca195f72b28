package dev.mangrove.check.page;

import dev.mangrove.index.page.strings.LongKeys;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Long keys of all processes of a run. A freed extent is used again at once, with the next
 * generation. Of an extent that is freed twice, two lines would have the key of one.
 */
final class SharedLongKeys {
    private static final int GENERATION_BITS = 16;

    private final Map<Long, byte[]> byPointer = new HashMap<>();
    private final Deque<Long> free = new ArrayDeque<>();
    private long next = 1;

    /** The keys as one process reaches them. */
    View view() {
        return new View();
    }

    private void freeNow(long pointer) {
        if (byPointer.remove(pointer) == null) {
            throw new IllegalStateException("an extent is freed twice: " + pointer);
        }
        free.addLast(pointer);
    }

    /** Long keys of one process, which frees extents when its changes are visible. */
    final class View implements LongKeys {
        private final List<Long> unused = new ArrayList<>();

        @Override
        public int read(long pointer, byte[] into, int at) {
            byte[] key = byPointer.get(pointer);
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
            Long reused = free.pollFirst();
            long pointer = reused != null ? reused + 1 : next++ << GENERATION_BITS;
            byPointer.put(pointer, key);
            return pointer;
        }

        @Override
        public void free(long pointer) {
            unused.add(pointer);
        }

        /** All changes of the process are visible. */
        void settle() {
            unused.forEach(SharedLongKeys.this::freeNow);
            unused.clear();
        }
    }
}
