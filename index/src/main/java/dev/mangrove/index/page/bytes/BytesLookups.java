package dev.mangrove.index.page.bytes;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.PagePointer;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/**
 * Lookups of many keys in place, each in a leaf of its own; {@code index.bytes.direct} has the
 * protocol. The caller goes through the stages in order: {@link #open}, {@link #choose}, {@link
 * #find} of each key, {@link #fetchExtents}, {@link #value} of each, a fence, {@link #isUnchanged}
 * of each. A stage is a short loop without fences, which loads for all keys what the next one needs
 * first. So the processor waits for many lines at once. Used by one thread.
 */
public final class BytesLookups {
    /** Kind of a lookup that has found nothing out. */
    public static final int UNKNOWN = -2;

    /** Kind of a key that is absent. */
    public static final int ABSENT = -1;

    private static final long NOWHERE = -1;

    /** Lines that a stage prefetches for a key: header, lower bound and fingerprints. */
    private static final int LINES = 3;

    private final MemorySegment memory;
    private final BytesShape shape;
    private final long leafKind;
    private final long[] pointers;
    private final long[] hashes;
    private final long[] offsets;
    private final long[] stamps;
    private final int[] prefixes;
    private final long[] lines;
    private final int[] kinds;
    private final long[] words;
    private final long[] planned;
    private int count;
    private int plans;

    @SuppressWarnings("unused") // Kept so that what is fetched ahead is fetched.
    private long ahead;

    /** Creates room for so many lookups in leaves of one tree. */
    public BytesLookups(MemorySegment memory, BytesShape shape, int tag, int most) {
        this.memory = memory;
        this.shape = shape;
        this.leafKind = BytesPageView.kind(tag, 0);
        this.pointers = new long[most];
        this.hashes = new long[most];
        this.offsets = new long[most];
        this.stamps = new long[most];
        this.prefixes = new int[most];
        this.lines = new long[most];
        this.kinds = new int[most];
        this.words = new long[most];
        this.planned = new long[LINES * most];
    }

    /** Forgets all lookups. */
    public void clear() {
        count = 0;
    }

    /**
     * Adds a lookup.
     *
     * @param leaf pointer to the leaf that may have the key, or null
     * @param hash of the key
     */
    public void add(long leaf, long hash) {
        long offset = PagePointer.offset(leaf);
        boolean known = leaf != PagePointer.NULL && offset <= memory.byteSize() - shape.pageSize();
        pointers[count] = leaf;
        offsets[count] = known ? offset : NOWHERE;
        hashes[count] = hash;
        kinds[count++] = UNKNOWN;
    }

    /** Loads the stamps of all leaves; whatever is read of them later is read after these. */
    public void open() {
        int fingerprints = shape.beside(0);
        for (int i = 0; i < count; i++) {
            if (offsets[i] != NOWHERE) {
                plan(offsets[i]);
                plan(offsets[i] + BytesShape.LOW);
                plan(offsets[i] + fingerprints);
            }
        }
        fetch();
        for (int i = 0; i < count; i++) {
            if (offsets[i] != NOWHERE) {
                stamps[i] = SharedWords.plain(memory, offsets[i] + BytesPageView.STAMP);
            }
        }
        SharedWords.acquireFence();
    }

    private void plan(long offset) {
        planned[plans++] = offset;
    }

    /** Prefetches what was planned, by a loop so short that the processor runs far ahead in it. */
    private void fetch() {
        long any = 0;
        for (int i = 0; i < plans; i++) {
            any ^= SharedWords.fetch(memory, planned[i]);
        }
        ahead = any;
        plans = 0;
    }

    /** Chooses in each leaf the line that seems to hold the key, by its fingerprint. */
    public void choose() {
        for (int i = 0; i < count; i++) {
            lines[i] = NOWHERE;
            long base = offsets[i];
            if (base != NOWHERE && isLeaf(i)) {
                prefixes[i] =
                        BytesPageView.prefix(
                                SharedWords.plain(memory, base + BytesPageView.COUNTS));
                int slot = slotOf(base + shape.beside(0), hashes[i]);
                boolean chosen = slot != BytesPageView.NONE;
                lines[i] = chosen ? base + line(slot) : NOWHERE;
                // Without a line, the search that follows looks at the upper bound.
                plan(chosen ? lines[i] : base + BytesShape.HIGH);
            }
        }
        fetch();
    }

    /** Whether a page is the leaf that the pointer refers to, and is not being changed. */
    private boolean isLeaf(int i) {
        return PageVersion.isOf(stamps[i], pointers[i])
                && !PageVersion.isOdd(stamps[i])
                && SharedWords.plain(memory, offsets[i] + BytesPageView.KIND) == leafKind;
    }

    /** The first slot with the fingerprint of a hash, where two words of fingerprints are near. */
    private int slotOf(long fingerprints, long hash) {
        int slots = shape.slots(0);
        int first = KeyProbe.slot(hash, slots) & -Long.BYTES;
        int second = first + Long.BYTES < slots ? first + Long.BYTES : 0;
        long one = BytesPageView.equalBytes(SharedWords.plain(memory, fingerprints + first), hash);
        long two = BytesPageView.equalBytes(SharedWords.plain(memory, fingerprints + second), hash);
        int from = one != 0 ? first : second;
        int slot = from + Long.numberOfTrailingZeros(one != 0 ? one : two) / Byte.SIZE;
        return (one | two) != 0 && slot < slots ? slot : BytesPageView.NONE;
    }

    private int line(int slot) {
        return shape.firstEntry(0) + slot * BytesLine.BYTES;
    }

    /**
     * Looks whether the line that was chosen holds a key. The leaf is then the key's leaf: its
     * prefix, of which its lower bound tells, is compared as well.
     *
     * @return false if this decides nothing
     */
    public boolean find(int i, byte[] key) {
        long line = lines[i];
        int prefix = prefixes[i];
        if (line == NOWHERE || !BytesLine.isInLine(key, prefix)) {
            return false;
        }
        long stamp = SharedWords.plain(memory, line);
        int kind = BytesStamp.value(stamp);
        if (!BytesStamp.isTaken(stamp)
                || kind >= BytesStamp.EXPIRING
                || !BytesLine.isKey(memory, line, key, prefix)
                || !hasPrefix(i, key)) {
            return false;
        }
        kinds[i] = kind;
        words[i] = BytesLine.value(memory, line, stamp);
        return true;
    }

    /** Whether a key begins as all keys of the leaf do. */
    private boolean hasPrefix(int i, byte[] key) {
        return BytesLine.startsAs(memory, offsets[i] + BytesShape.LOW, key, prefixes[i]);
    }

    /** Takes the result of a search in the page that is open. */
    public void found(int i, BytesPageView page, int slot) {
        stamps[i] = page.stamp();
        offsets[i] = PagePointer.offset(page.pointer());
        kinds[i] = ABSENT;
        if (slot != BytesPageView.NONE) {
            kinds[i] = page.kind(slot);
            words[i] = page.word(slot);
            lines[i] = page.lineOf(slot);
        }
    }

    /** Takes it that a lookup has found nothing out. */
    public void failed(int i) {
        kinds[i] = UNKNOWN;
    }

    /** Prefetches the first lines of all extents. */
    public void fetchExtents() {
        for (int i = 0; i < count; i++) {
            long extent = words[i];
            if (kinds[i] == BytesStamp.EXTENT && Extent.isWithin(memory, extent)) {
                plan(Extent.offset(extent));
                if (ExtentPointer.size(extent) > 0) {
                    plan(Extent.offset(extent) + BytesLine.BYTES);
                }
            }
        }
        fetch();
    }

    /** What a lookup has found, to be used only if {@link #isUnchanged}; null if nothing. */
    public byte @Nullable [] value(int i) {
        int kind = kinds[i];
        if (kind < 0) {
            return null;
        }
        long word = words[i];
        if (kind != BytesStamp.EXTENT) {
            return BytesLine.valueOf(kind, word);
        }
        int length = Extent.lengthInPlace(memory, word);
        return length == Extent.OTHER ? null : Extent.content(memory, Extent.offset(word), length);
    }

    /**
     * Whether a lookup has found something out, and its leaf is as it was. A value in an extent is
     * that of its key if the key's line still names the extent.
     */
    public boolean isUnchanged(int i, byte @Nullable [] value) {
        if (kinds[i] == UNKNOWN || !hasStamp(i)) {
            return false;
        }
        return kinds[i] != BytesStamp.EXTENT || (value != null && hasPointer(i));
    }

    private boolean hasStamp(int i) {
        return SharedWords.plain(memory, offsets[i] + BytesPageView.STAMP) == stamps[i];
    }

    private boolean hasPointer(int i) {
        return SharedWords.plain(memory, BytesLine.pointerAt(lines[i])) == words[i];
    }
}
