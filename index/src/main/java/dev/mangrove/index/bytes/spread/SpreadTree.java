package dev.mangrove.index.bytes.spread;

import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.Retries;
import dev.mangrove.index.btree.strings.StringTree;
import dev.mangrove.index.btree.strings.StringValue;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.bytes.tree.Counters;
import dev.mangrove.index.bytes.tree.KeyRange;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.Status;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Operations on the keys of a tree that is spread over servers, by one thread. The head of the
 * package has the protocol.
 */
final class SpreadTree {
    private static final byte[] NOTHING = {};

    private final SessionPages pages;
    private final StringTree tree;
    private final SpreadExtents extents;
    private final ExtentStock stock;
    private final Retries retries;
    private final StringValue found = new StringValue();
    private final StringValue value = new StringValue();
    private final StringValue expected = new StringValue();
    private final StringValue replaced = new StringValue();
    private final StringValue[] many = new StringValue[StringTree.MOST_AT_ONCE];
    private final long[] pointers = new long[StringTree.MOST_AT_ONCE];
    private final int[] positions = new int[StringTree.MOST_AT_ONCE];
    private final byte[] @Nullable [] contents = new byte[StringTree.MOST_AT_ONCE] @Nullable [];

    SpreadTree(SessionPages pages, StringTree tree, SpreadExtents extents, ExtentStock stock) {
        this.pages = pages;
        this.tree = tree;
        this.extents = extents;
        this.stock = stock;
        this.retries = new Retries(pages.host());
        Arrays.setAll(many, _ -> new StringValue());
    }

    boolean contains(byte[] key) {
        return find(key);
    }

    /** As a change, a search may correct pages that dead clients have left, and so use extents. */
    private boolean find(byte[] key) {
        try {
            boolean there = tree.get(key, found);
            stock.done();
            return there;
        } catch (RuntimeException | Error e) {
            stock.failed();
            throw e;
        }
    }

    /** The value of a key; null if it is absent. */
    byte @Nullable [] get(byte[] key) {
        // Ends: retries limits the looks. Each means that the value was replaced meanwhile.
        for (int looks = 1; find(key); looks++) {
            byte[] content = content(found);
            if (content != null) {
                return content;
            }
            retries.check(looks, PagePointer.NULL);
        }
        return null;
    }

    /** The values of keys, read at the same time; null of those that are absent. */
    void getAll(byte[][] keys, byte[] @Nullable [] values) {
        for (int first = 0; first < keys.length; first += StringTree.MOST_AT_ONCE) {
            getSome(keys, first, Math.min(keys.length - first, StringTree.MOST_AT_ONCE), values);
        }
    }

    private void getSome(byte[][] keys, int first, int count, byte[] @Nullable [] values) {
        long present;
        try {
            present = tree.getAll(keys, first, count, many);
            stock.done();
        } catch (RuntimeException | Error e) {
            stock.failed();
            throw e;
        }
        int inExtents = 0;
        for (int i = 0; i < count; i++) {
            boolean there = (present & 1L << i) != 0;
            if (there && many[i].kind() == StringValue.EXTENT) {
                positions[inExtents] = first + i;
                pointers[inExtents++] = many[i].word();
            } else {
                values[first + i] = there ? many[i].bytes() : null;
            }
        }
        extents.values(pointers, contents, inExtents);
        for (int i = 0; i < inExtents; i++) {
            byte[] content = contents[i];
            contents[i] = null;
            values[positions[i]] = content != null ? content : get(keys[positions[i]]);
        }
    }

    /** The bytes of a value; null if its extent is gone. */
    private byte @Nullable [] content(StringValue of) {
        return of.kind() == StringValue.EXTENT ? extents.value(of.word()) : of.bytes();
    }

    /** Stores a value; whether the key was absent. */
    boolean put(byte[] key, byte[] bytes) {
        return change(Change.PUT, key, bytes, expected.set(NOTHING));
    }

    boolean putIfAbsent(byte[] key, byte[] bytes) {
        return change(Change.PUT_IF_ABSENT, key, bytes, expected.set(NOTHING));
    }

    /** Removes a key; whether it was there. */
    boolean delete(byte[] key) {
        return change(Change.DELETE, key, NOTHING, expected.set(NOTHING));
    }

    /** Stores a value if the key has the expected one; whether it had. */
    boolean replace(byte[] key, byte[] before, byte[] bytes) {
        return changeIfEqual(Change.REPLACE, key, before, bytes);
    }

    /** Removes a key if it has the expected value; whether it had. */
    boolean delete(byte[] key, byte[] before) {
        return changeIfEqual(Change.DELETE_IF_EQUAL, key, before, NOTHING);
    }

    /**
     * A value of up to 8 bytes is compared in its leaf. Of a longer one the pointer is: as long as
     * a leaf has it, its content is that which was read.
     */
    private boolean changeIfEqual(Change change, byte[] key, byte[] before, byte[] bytes) {
        if (before.length <= StringValue.MOST) {
            return change(change, key, bytes, expected.set(before));
        }
        // Ends: retries limits the looks. Each means that the value was replaced meanwhile.
        for (int looks = 1; find(key); looks++) {
            byte[] content = content(found);
            if (content != null && !Arrays.equals(content, before)) {
                return false;
            }
            if (content != null
                    && change(change, key, bytes, expected.set(found.kind(), found.word()))) {
                return true;
            }
            retries.check(looks, PagePointer.NULL);
        }
        return false;
    }

    /**
     * Stores a value; returns the one before, null if the key was absent. Reads that one before the
     * change: afterwards a search for lost extents may free it.
     */
    byte @Nullable [] getAndPut(byte[] key, byte[] bytes) {
        // Ends: retries limits the looks. Each means that the value was changed meanwhile.
        for (int looks = 1; ; looks++) {
            if (find(key)) {
                byte[] before = content(found);
                if (before != null
                        && change(
                                Change.REPLACE,
                                key,
                                bytes,
                                expected.set(found.kind(), found.word()))) {
                    return before;
                }
            } else if (putIfAbsent(key, bytes)) {
                return null;
            }
            retries.check(looks, PagePointer.NULL);
        }
    }

    /** Adds to a counter; returns the sum. */
    long add(byte[] key, long delta) {
        // Ends: retries limits the looks. Each means that the counter was changed meanwhile.
        for (int looks = 1; ; looks++) {
            boolean there = find(key);
            byte[] before = there ? content(found) : NOTHING;
            if (before != null) {
                long sum = delta + (there ? Counters.of(before) : 0);
                boolean done =
                        there
                                ? replace(key, before, Counters.bytes(sum))
                                : putIfAbsent(key, Counters.bytes(sum));
                if (done) {
                    return sum;
                }
            }
            retries.check(looks, PagePointer.NULL);
        }
    }

    private boolean change(Change change, byte[] key, byte[] bytes, StringValue before) {
        begin(key, bytes);
        try {
            boolean met = tree.change(change, key, value, before);
            end(met || change == Change.PUT);
            return met;
        } catch (RuntimeException | Error e) {
            failed(e);
            throw e;
        } finally {
            pages.endCarrying();
        }
    }

    /** Begins a change: writes a long value at the server of the leaf, before it is locked. */
    private void begin(byte[] key, byte[] bytes) {
        stock.begin();
        if (bytes.length <= StringValue.MOST) {
            value.set(bytes);
            return;
        }
        extents.home(AddressSpace.server(tree.leafFor(key)));
        try {
            value.set(StringValue.EXTENT, extents.writeValue(bytes));
        } catch (RuntimeException | Error e) {
            pages.endCarrying();
            stock.failed();
            throw e;
        }
    }

    /** The change has ended: frees what it has replaced, or the new value if it was not stored. */
    private void end(boolean stored) {
        if (!stored && value.kind() == StringValue.EXTENT) {
            stock.putBack(value.word());
        }
        if (tree.replaced(replaced) && replaced.kind() == StringValue.EXTENT) {
            stock.drop(replaced.word());
        }
        stock.done();
        stock.sendReplaced();
    }

    /** Servers that refuse memory do so before a leaf is changed, unless its page was. */
    private void failed(Throwable failure) {
        boolean refused =
                failure instanceof RequestRefusedException e && e.status() == Status.OUT_OF_MEMORY;
        if (refused && !tree.hasEdited() && value.kind() == StringValue.EXTENT) {
            stock.putBack(value.word());
        }
        stock.failed();
    }

    /**
     * Reads a part of a range.
     *
     * @return number of entries: less than {@code most} if the range has no more
     */
    int scan(KeyRange range, boolean descending, int most, StringTree.Sink sink) {
        try {
            int count =
                    tree.scan(
                            range.low(),
                            range.lowIncluded(),
                            range.high(),
                            range.highIncluded(),
                            descending,
                            most,
                            sink);
            stock.done();
            return count;
        } catch (RuntimeException | Error e) {
            stock.failed();
            throw e;
        }
    }

    SpreadExtents extents() {
        return extents;
    }

    /** Verifies the pages. */
    BTreeVerifier verify() {
        return tree.verify();
    }

    /** Names all extents that are in the tree. */
    void extents(LongConsumer into) {
        try {
            tree.extents(into);
            stock.done();
        } catch (RuntimeException | Error e) {
            stock.failed();
            throw e;
        }
    }

    /** Gives all back that was replaced. */
    void settle() {
        stock.settle();
    }

    SessionPages pages() {
        return pages;
    }

    /** Goes on with the servers that are not lost. */
    void withoutLost() {
        pages.forgetLost();
        tree.goUncached();
    }

    /** Gives all extents and pages back that are not in the tree. */
    void close() {
        try {
            stock.close();
        } finally {
            pages.close();
        }
    }
}
