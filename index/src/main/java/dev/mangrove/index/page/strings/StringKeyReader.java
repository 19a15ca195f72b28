package dev.mangrove.index.page.strings;

import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Reads and compares the keys of one page whose keys are byte strings, where they are. What it
 * finds in a page that changes meanwhile may be anything; lengths out of range, and extents that
 * hold no key any more, make it fail.
 */
final class StringKeyReader {
    private final KeyArena keys;
    private final LongKeys longKeys;
    private MemorySegment memory = MemorySegment.NULL;
    private long base;
    private byte[] longKey = {};
    private boolean failed;

    StringKeyReader(KeyArena keys, LongKeys longKeys) {
        this.keys = keys;
        this.longKeys = longKeys;
    }

    /** Goes on with another page, or with the same one. */
    void begin(MemorySegment where, long offset) {
        if (!memory.equals(where)) {
            memory = where;
        }
        base = offset;
        failed = false;
    }

    /** Whether something was found that no page has. */
    boolean hasFailed() {
        return failed;
    }

    /** Length of the prefix that the page leaves out of its keys. */
    int prefix() {
        int prefix = StringLine.prefix(word(StringPage.LOW_LINE + StringLine.KEY));
        if (prefix > StringLine.MOST) {
            failed = true;
            return 0;
        }
        return prefix;
    }

    /** Pointer to the extent of a line's key; NULL if it has none. */
    long extent(int line) {
        return StringLine.isLong(StringLine.length(word(line + StringLine.KEY)))
                ? word(line + StringLine.KEY_EXTENT)
                : PagePointer.NULL;
    }

    /** Compares the prefix with a key: 0 if the key starts with it. */
    int comparePrefix(long key, int prefix) {
        for (int from = 0, i = 0; from < prefix; i++) {
            int bytes = i == 0 ? StringLine.FIRST_BYTES : Long.BYTES;
            long mask = -1L << (Byte.SIZE * Math.max(0, Long.BYTES - (prefix - from)));
            long own = bytes(StringPage.LOW_LINE, i) & mask;
            long other = keys.word(key, from) & mask & (-1L << (Byte.SIZE * (Long.BYTES - bytes)));
            int order = Long.compareUnsigned(own, other);
            if (order != 0) {
                return order;
            }
            from += bytes;
        }
        return KeyArena.length(key) < prefix ? 1 : 0;
    }

    /** The i-th word of a line's key, its first byte highest. */
    private long bytes(int line, int i) {
        long word = word(line + StringLine.KEY + i * Long.BYTES);
        return i == 0
                ? StringLine.firstBytes(word) << (Byte.SIZE * (Long.BYTES - StringLine.FIRST_BYTES))
                : word;
    }

    /**
     * Compares the key of a line with another one.
     *
     * @param prefixOrder result of {@link #comparePrefix} for that one
     */
    int compare(int line, long key, int prefix, int prefixOrder) {
        if (key == KeyOrder.GREATEST) {
            return -1;
        }
        if (StringLine.isWhole(word(line + StringLine.KEY))) {
            return compareRest(line, key, 0);
        }
        return prefixOrder != 0 ? prefixOrder : compareRest(line, key, prefix);
    }

    /** Compares what a line has of a key with the bytes of another from an index on. */
    int compareRest(int line, long key, int from) {
        int length = StringLine.length(word(line + StringLine.KEY));
        boolean isLong = StringLine.isLong(length);
        int words = isLong ? StringLine.KEY_WORDS - 1 : StringLine.KEY_WORDS;
        long mask = -1L << (Byte.SIZE * (Long.BYTES - StringLine.FIRST_BYTES));
        int order = Long.compareUnsigned(bytes(line, 0), keys.word(key, from) & mask);
        int at = from + StringLine.FIRST_BYTES;
        for (int i = 1; i < words && order == 0; i++, at += Long.BYTES) {
            order = Long.compareUnsigned(bytes(line, i), keys.word(key, at));
        }
        if (order != 0) {
            return order;
        }
        int left = KeyArena.length(key) - from;
        if (isLong && left > StringLine.START) {
            return compareExtent(line, key);
        }
        return length != left ? length - left : orderOf(key);
    }

    private int compareExtent(int line, long key) {
        if (longKey.length == 0) {
            longKey = new byte[KeyArena.LONGEST];
        }
        int length = longKeys.read(word(line + StringLine.KEY_EXTENT), longKey, 0);
        if (length == LongKeys.GONE) {
            failed = true;
            return 0;
        }
        int place = KeyArena.place(key);
        int end = place + KeyArena.length(key);
        int order = Arrays.compareUnsigned(longKey, 0, length, keys.bytes(), place, end);
        return order != 0 ? order : orderOf(key);
    }

    /** Order of a key with the same bytes as another one, compared with that. */
    private static int orderOf(long key) {
        return KeyArena.isBefore(key) ? 1 : 0;
    }

    /** Copies the key of a line to the arena; of a read that is torn, any key. */
    long key(int line, int prefix) {
        long first = word(line + StringLine.KEY);
        int length = StringLine.length(first);
        int start = StringLine.isWhole(first) ? 0 : prefix;
        if (start + length > KeyArena.LONGEST) {
            failed = true;
            return KeyOrder.LEAST;
        }
        if (StringLine.isLong(length)) {
            return longKey(line);
        }
        int place = keys.reserve(start + length);
        copy(StringPage.LOW_LINE, start, place);
        copy(line, length, place + start);
        return KeyArena.token(place, start + length);
    }

    /** Copies bytes of a line's key; up to 7 bytes more are overwritten. */
    private void copy(int line, int length, int place) {
        for (int at = 0, i = 0; at < length; i++) {
            keys.word(place + at, bytes(line, i));
            at += i == 0 ? StringLine.FIRST_BYTES : Long.BYTES;
        }
    }

    private long longKey(int line) {
        int place = keys.reserve(KeyArena.LONGEST);
        int length = longKeys.read(word(line + StringLine.KEY_EXTENT), keys.bytes(), place);
        if (length == LongKeys.GONE) {
            failed = true;
            keys.release(place);
            return KeyOrder.LEAST;
        }
        keys.release(place + length);
        return KeyArena.token(place, length);
    }

    private long word(int offset) {
        return Page.plain(memory, base + offset);
    }
}
