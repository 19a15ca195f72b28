package dev.mangrove.index.page;

import dev.mangrove.fabric.Address;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A page in an array of words, read and changed by one thread. */
final class PlainPage {
    /** Pointer to the page. */
    static final long POINTER = pointer(1);

    /** Pointer to its right sibling. */
    static final long RIGHT = pointer(2);

    private final TestKeys keys;
    private final MemorySegment memory;
    private final PageView view;
    private final PageEditor editor;

    PlainPage(MemorySegment memory, long pointer) {
        this(TestKeys.WORDS, memory, pointer);
    }

    PlainPage(TestKeys keys, MemorySegment memory, long pointer) {
        this.keys = keys;
        this.memory = memory;
        PageFormat format = keys.format((int) memory.byteSize());
        this.view = format.newView();
        this.editor = format.newEditor(view);
        look(pointer);
        editor.through(words());
    }

    /** Pointer to the n-th of some pages that do not exist. */
    static long pointer(int n) {
        return PagePointer.of(Address.of(0x101, (1L << 23) + 4096L * n), 5);
    }

    /** A leaf with lower bound {@code low} and no upper bound. */
    static PlainPage unbounded(int pageSize, long low, Map<Long, Long> entries) {
        return unbounded(TestKeys.WORDS, pageSize, low, entries);
    }

    /** As {@link #unbounded(int, long, Map)}, with keys that numbers stand for. */
    static PlainPage unbounded(TestKeys keys, int pageSize, long low, Map<Long, Long> entries) {
        PageImage image = image(keys, pageSize).unbounded(POINTER, Page.LEAF, keys.word(low));
        return filled(keys, image, POINTER, entries);
    }

    /** A leaf for keys from {@code low} to before {@code high}. */
    static PlainPage bounded(int pageSize, long low, long high, Map<Long, Long> entries) {
        TestKeys keys = TestKeys.WORDS;
        PageImage image = image(keys, pageSize).bounded(POINTER, Page.LEAF, low, high, RIGHT);
        return filled(keys, image, POINTER, entries);
    }

    /** The right sibling of that leaf. */
    static PlainPage neighbour(
            int pageSize, long low, long high, long right, Map<Long, Long> entries) {
        return neighbour(TestKeys.WORDS, pageSize, low, high, right, entries);
    }

    /** As {@link #neighbour(int, long, long, long, Map)}, with keys that numbers stand for. */
    static PlainPage neighbour(
            TestKeys keys, int pageSize, long low, long high, long right, Map<Long, Long> entries) {
        PageImage image =
                image(keys, pageSize)
                        .bounded(RIGHT, Page.LEAF, keys.word(low), keys.word(high), right);
        return filled(keys, image, RIGHT, entries);
    }

    /** The right sibling of that leaf, without an upper bound. */
    static PlainPage lastNeighbour(int pageSize, long low, Map<Long, Long> entries) {
        return lastNeighbour(TestKeys.WORDS, pageSize, low, entries);
    }

    /** As {@link #lastNeighbour(int, long, Map)}, with keys that numbers stand for. */
    static PlainPage lastNeighbour(TestKeys keys, int pageSize, long low, Map<Long, Long> entries) {
        PageImage image = image(keys, pageSize).unbounded(RIGHT, Page.LEAF, keys.word(low));
        return filled(keys, image, RIGHT, entries);
    }

    private static PageImage image(TestKeys keys, int pageSize) {
        return keys.format(pageSize)
                .newImage(MemorySegment.ofArray(new long[pageSize / Long.BYTES]));
    }

    private static PlainPage filled(
            TestKeys keys, PageImage image, long pointer, Map<Long, Long> entries) {
        EntryBuffer buffer = new EntryBuffer(entries.size());
        entries.forEach((number, value) -> buffer.add(keys.word(number), value));
        image.entries(buffer, 0, buffer.size());
        MemorySegment memory = MemorySegment.ofArray(new long[image.pageSize() / Long.BYTES]);
        image.copyTo(memory, 0);
        return new PlainPage(keys, memory, pointer);
    }

    /** What numbers stand for. */
    TestKeys keys() {
        return keys;
    }

    /** A new view of the page. */
    PageView look() {
        return look(view.pointer());
    }

    private PageView look(long pointer) {
        view.stable(memory, 0, pointer);
        return view;
    }

    PageView view() {
        return view;
    }

    PageEditor editor() {
        return editor;
    }

    MemorySegment memory() {
        return memory;
    }

    long word(int offset) {
        return Page.plain(memory, offset);
    }

    /** Inserts an entry at or after its hash line. */
    void insert(long key, long value) {
        editor.fill(view.freeSlot(key), key, value);
    }

    /** The entries within the page's bounds. */
    NavigableMap<Long, Long> entries() {
        EntryBuffer buffer = collected();
        NavigableMap<Long, Long> entries = new TreeMap<>();
        for (int i = 0; i < buffer.size(); i++) {
            Long before = entries.put(buffer.key(i), buffer.value(i));
            if (before != null) {
                throw new AssertionError("key " + buffer.key(i) + " is there twice");
            }
        }
        return entries;
    }

    private EntryBuffer collected() {
        EntryBuffer buffer = new EntryBuffer(1);
        look().collect(Long.MIN_VALUE, Long.MAX_VALUE, buffer);
        return buffer;
    }

    /** A reader's result for a key: its value, its absence, or the page to continue with. */
    String answer(long key) {
        look();
        return switch (view.relate(Page.LEAF, key)) {
            case HERE -> {
                int slot = view.find(key);
                yield slot == Page.NONE ? "none" : "value " + view.value(slot);
            }
            case RIGHT -> "right to " + view.right();
            case LEFT -> "left";
            case DEAD -> "dead, on to " + view.link();
            default -> "no page";
        };
    }

    private PageStore words() {
        return new PageStore() {
            @Override
            public void word(int offset, long value) {
                Page.release(memory, offset, value);
            }

            @Override
            public boolean keepsLines() {
                return false;
            }

            @Override
            public void carry(int offset, int length) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void fence() {}
        };
    }
}
