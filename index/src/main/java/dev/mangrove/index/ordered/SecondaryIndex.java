package dev.mangrove.index.ordered;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/**
 * A secondary index: keys that may be there many times, each time with another reference. Keys and
 * references have 32 bits; both are in the 64-bit key of an {@link OrderedIndex}, in the order of
 * keys first and of references then, so that the references of one key are neighbours.
 *
 * <p>Belongs to the thread of its index, and is closed with it. The index should hold nothing else.
 */
public final class SecondaryIndex {
    /** How full pages of a built index are. Chosen: with room for some more references. */
    public static final double FILL = 0.7;

    private static final long LOW_MASK = 0xFFFFFFFFL;
    private static final long UNUSED = 0;

    /** Chosen: several full batches for each server, in little memory. */
    private static final int PUTS_AT_ONCE = 1024;

    private static final int FIRST_CAPACITY = 1024;

    private final OrderedIndex index;

    /** A secondary index in an ordered one. */
    public SecondaryIndex(OrderedIndex index) {
        this.index = index;
    }

    /** Adds a reference to a key; whether it is new. */
    public boolean add(int key, int reference) {
        return index.putIfAbsent(compose(key, reference), UNUSED);
    }

    /** Takes a reference from a key; whether it was there. */
    public boolean remove(int key, int reference) {
        return index.delete(compose(key, reference));
    }

    /** Whether a key has a reference. */
    public boolean contains(int key, int reference) {
        return index.contains(compose(key, reference));
    }

    /** References of a key, in order, as the values of a cursor. */
    public Cursor references(int key) {
        return range(key, key);
    }

    /** Keys from one to another, both included, each as often as it has references. */
    public Cursor range(int from, int to) {
        return new References(
                index.range(
                        RangeQuery.between(
                                        compose(from, Integer.MIN_VALUE),
                                        compose(to, Integer.MAX_VALUE))
                                .keysOnly()));
    }

    /** Number of references of the keys from one to another, both included. */
    public long count(int from, int to) {
        return index.count(compose(from, Integer.MIN_VALUE), compose(to, Integer.MAX_VALUE));
    }

    /**
     * Fills an empty index from keys and references, in ascending order of both; see {@link
     * OrderedIndex#bulkLoad}.
     *
     * @throws IllegalArgumentException if they are not in order or have more than 32 bits
     */
    public long bulkLoad(Entries sorted, double fill) {
        return index.bulkLoad(new Composed(sorted), fill);
    }

    /**
     * Adds a reference to each entry of a primary index. The primary's keys are the references, so
     * they must have 32 bits, as the secondary keys that {@code keyOf} derives from key and value.
     *
     * <p>The entries are read by one range, sorted in this process (8 bytes for each), and loaded
     * if the target is empty; else they are put in batches. Entries that change meanwhile are
     * referred to as the range found them.
     *
     * @param keyOf secondary key of a key and its value
     * @return the target as a secondary index
     * @throws IllegalArgumentException if a key of either index has more than 32 bits
     * @throws IllegalStateException if another client fills the empty target meanwhile
     */
    public static SecondaryIndex build(
            OrderedIndex primary, OrderedIndex target, LongBinaryOperator keyOf) {
        ComposedKeys composed = new ComposedKeys();
        try (Cursor entries = primary.range(RangeQuery.all())) {
            while (entries.next()) {
                int key = narrow(keyOf.applyAsLong(entries.key(), entries.value()));
                composed.add(compose(key, narrow(entries.key())));
            }
        }
        composed.sort();
        if (isEmpty(target)) {
            long _ = target.bulkLoad(composed, FILL);
        } else {
            composed.putInto(target);
        }
        return new SecondaryIndex(target);
    }

    /**
     * Fills an empty index as {@link #build} does, but in bounded memory: the primary index is read
     * once for about every {@code most} / 2 entries. Of an entry that changes meanwhile the old
     * reference, the new one or both may be there.
     *
     * @param keyOf secondary key of a key and its value
     * @param most most references in memory at a time, 8 bytes each
     * @param fill how full pages become, 0 to 1
     * @return number of references
     * @throws IllegalArgumentException if a key of either index has more than 32 bits
     * @throws IllegalStateException if the target is not empty
     */
    public static long load(
            OrderedIndex primary,
            OrderedIndex target,
            LongBinaryOperator keyOf,
            int most,
            double fill) {
        LongBinaryOperator composed =
                (key, value) -> compose(narrow(keyOf.applyAsLong(key, value)), narrow(key));
        return target.bulkLoad(new ReferencePasses(primary, composed, most), fill);
    }

    private static boolean isEmpty(OrderedIndex index) {
        try (Cursor any = index.range(RangeQuery.all().limit(1).keysOnly())) {
            return !any.next();
        }
    }

    private static int narrow(long value) {
        if (value != (int) value) {
            throw new IllegalArgumentException("more than 32 bits: " + value);
        }
        return (int) value;
    }

    private static long compose(int key, int reference) {
        return ((long) key << 32) | ((reference ^ Integer.MIN_VALUE) & LOW_MASK);
    }

    /** Takes keys and references apart. */
    private record References(Cursor composed) implements Cursor {
        @Override
        public boolean next() {
            return composed.next();
        }

        @Override
        public long key() {
            return composed.key() >> 32;
        }

        @Override
        public long value() {
            return (int) composed.key() ^ Integer.MIN_VALUE;
        }

        @Override
        public void close() {
            composed.close();
        }
    }

    /** Puts keys and references together. */
    private record Composed(Entries sorted) implements Entries {
        @Override
        public boolean next() {
            return sorted.next();
        }

        @Override
        public long key() {
            return compose(narrow(sorted.key()), narrow(sorted.value()));
        }

        @Override
        public long value() {
            return UNUSED;
        }
    }

    /** Composed keys of a build, as entries. */
    private static final class ComposedKeys implements Entries {
        private long[] keys = new long[FIRST_CAPACITY];
        private int size;
        private int position = -1;

        void add(long key) {
            if (size == keys.length) {
                keys = Arrays.copyOf(keys, 2 * size);
            }
            keys[size++] = key;
        }

        void sort() {
            Arrays.sort(keys, 0, size);
        }

        void putInto(OrderedIndex target) {
            for (int done = 0; done < size; done += PUTS_AT_ONCE) {
                int end = Math.min(size, done + PUTS_AT_ONCE);
                int _ = target.putAll(Arrays.copyOfRange(keys, done, end), new long[end - done]);
            }
        }

        @Override
        public boolean next() {
            return ++position < size;
        }

        @Override
        public long key() {
            return keys[position];
        }

        @Override
        public long value() {
            return UNUSED;
        }
    }
}
