package dev.mangrove.index.page;

/** The order of 64-bit keys: a key is its own word. */
final class WordOrder implements KeyOrder {
    /** The only instance. */
    static final KeyOrder WORDS = new WordOrder();

    private WordOrder() {}

    @Override
    public int compare(long left, long right) {
        return Long.compare(left, right);
    }

    @Override
    public long before(long key) {
        return key - 1;
    }

    @Override
    public long after(long key) {
        return key + 1;
    }

    @Override
    public boolean isSame(long left, long right) {
        return left == right;
    }

    @Override
    public boolean isLess(long left, long right) {
        return left < right;
    }
}
