package dev.mangrove.index.page.bytes;

/** An entry of a page, outside of the page. */
public final class BytesEntry {
    private final byte[] key;
    private final int kind;
    private final int slot;
    private long word;
    private long keyExtent;

    /**
     * Creates an entry.
     *
     * @param keyExtent pointer to an extent with the whole key; null if there is none
     * @param kind length of a value in the word, or {@link BytesStamp#EXTENT}
     * @param word the value, or a pointer to its extent
     */
    public BytesEntry(byte[] key, long keyExtent, int kind, long word) {
        this(key, keyExtent, kind, word, BytesPage.NONE);
    }

    /** An entry that is in a slot of a page. */
    BytesEntry(byte[] key, long keyExtent, int kind, long word, int slot) {
        this.slot = slot;
        this.key = key;
        this.keyExtent = keyExtent;
        this.kind = kind;
        this.word = word;
    }

    /** An entry of an inner page. */
    public static BytesEntry child(byte[] separator, long pointer) {
        return new BytesEntry(separator, ExtentPointer.NULL, Long.BYTES, pointer);
    }

    /** The whole key. */
    public byte[] key() {
        return key;
    }

    /** Pointer to an extent with the whole key, or null. */
    public long keyExtent() {
        return keyExtent;
    }

    /** Length of a value in the word, or {@link BytesStamp#EXTENT}. */
    public int kind() {
        return kind;
    }

    /**
     * The value, or a pointer to its extent. A client may replace the extent of an entry that is in
     * a page and not frozen.
     */
    public long word() {
        return word;
    }

    /** The slot of the page that the entry was read from. */
    int slot() {
        return slot;
    }

    /** Sets the pointer to the value's extent. */
    void word(long pointer) {
        word = pointer;
    }

    /** Pointer to the extent of the value, or null. */
    public long valueExtent() {
        return kind >= BytesStamp.EXTENT ? word : ExtentPointer.NULL;
    }

    /** Whether the value's extent starts with a word that has the expiry. */
    public boolean isExpiring() {
        return kind == BytesStamp.EXPIRING;
    }

    /** Sets the pointer to an extent with the whole key. */
    public void keyExtent(long pointer) {
        keyExtent = pointer;
    }

    /** Whether a page that leaves out so many bytes needs an extent for the key. */
    public boolean needsExtent(int prefix) {
        return !BytesLine.isWhole(key.length - prefix);
    }
}
