package dev.mangrove.index.ordered;

/**
 * A secondary index: keys that may be there many times, each time with another reference. Keys and
 * references have 32 bits; both are in the 64-bit key of an {@link OrderedIndex}, in the order of
 * keys first and of references then, so that the references of one key are neighbours.
 *
 * <p>Belongs to the thread of its index, and is closed with it. The index should hold nothing else.
 */
public final class SecondaryIndex {
    private static final long LOW_MASK = 0xFFFFFFFFL;
    private static final long UNUSED = 0;

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
                                compose(from, Integer.MIN_VALUE), compose(to, Integer.MAX_VALUE))));
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

        private static int narrow(long value) {
            if (value != (int) value) {
                throw new IllegalArgumentException("more than 32 bits: " + value);
            }
            return (int) value;
        }
    }
}
