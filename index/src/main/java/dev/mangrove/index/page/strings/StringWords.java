package dev.mangrove.index.page.strings;

/** The words of a line that hold a key, as a writer is about to store them. Reusable. */
final class StringWords {
    private final KeyArena keys;
    private final LongKeys longKeys;
    private final long[] words = new long[StringLine.KEY_WORDS];

    StringWords(KeyArena keys, LongKeys longKeys) {
        this.keys = keys;
        this.longKeys = longKeys;
    }

    /** Encodes a bound, which has all its bytes. */
    void bound(long key) {
        encode(key, 0, false);
    }

    /**
     * Encodes the key of an entry in the first slot of its line.
     *
     * @param prefix bytes that the page leaves out of keys that start with them
     * @param starts whether the key does
     */
    void entry(long key, int prefix, boolean starts) {
        encode(key, starts ? prefix : 0, !starts);
        words[0] = StringLine.withKind(words[0], 0, KeyArena.kind(key));
    }

    private void encode(long key, int from, boolean whole) {
        int length = KeyArena.length(key) - from;
        words[0] = StringLine.first(length, whole, keys.word(key, from));
        for (int i = 1; i < words.length; i++) {
            words[i] = keys.word(key, from + StringLine.FIRST_BYTES + (i - 1) * Long.BYTES);
        }
        if (StringLine.isLong(length)) {
            words[words.length - 1] =
                    longKeys.write(keys.bytes(), KeyArena.place(key), KeyArena.length(key));
        }
    }

    /** One of the words. */
    long word(int i) {
        return words[i];
    }
}
