package dev.mangrove.index.bytes.spread;

import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.Retries;
import dev.mangrove.index.btree.strings.ExpiryJudge;
import dev.mangrove.index.btree.strings.StringTree;
import dev.mangrove.index.btree.strings.StringValue;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.bytes.BytesBatch;
import dev.mangrove.index.bytes.BytesEntries;
import dev.mangrove.index.bytes.spread.ServerClocks.Life;
import dev.mangrove.index.bytes.tree.Counters;
import dev.mangrove.index.bytes.tree.KeyRange;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.probe.RareBranch;
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
    private @Nullable SpreadBatch together;
    private final byte[] @Nullable [] contents = new byte[StringTree.MOST_AT_ONCE] @Nullable [];
    private final long[] pointer = new long[1];
    private final long[] expiry = new long[1];
    private final ServerClocks clocks;

    /** The value that {@link #look} has found alive. */
    private byte[] content = NOTHING;

    private boolean addedNew;

    SpreadTree(SessionPages pages, StringTree tree, SpreadExtents extents, ExtentStock stock) {
        this.pages = pages;
        this.tree = tree;
        this.extents = extents;
        this.stock = stock;
        this.retries = new Retries(pages.host());
        Arrays.setAll(many, _ -> new StringValue());
        this.clocks = extents.clocks();
        tree.expiry(this::judge);
    }

    boolean contains(byte[] key) {
        return isPresent(key, false);
    }

    /**
     * Whether a key is present; {@link #found} becomes its entry, and {@link #content} its value.
     * An entry that has expired is removed, as the head of the package says.
     *
     * @param reads whether the value is needed
     */
    private boolean isPresent(byte[] key, boolean reads) {
        // Ends: retries limits the looks. Each means that the entry was changed meanwhile.
        for (int looks = 1; find(key); looks++) {
            Life life = reads ? look(found) : lookAtLife(found);
            if (life == Life.ALIVE) {
                return true;
            }
            if (life == Life.OVER && removeFound(key)) {
                return false;
            }
            retries.check(looks, PagePointer.NULL);
        }
        return false;
    }

    /** Removes the entry that was found last, which has expired; whether it was still there. */
    private boolean removeFound(byte[] key) {
        boolean removed = removeExpired(key, found.word());
        (removed ? RareBranch.EXPIRED_FOUND : RareBranch.RENEWED_MEANWHILE).taken();
        return removed;
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
        return isPresent(key, true) ? content : null;
    }

    /** The time that a key has left in nanoseconds; 0 if it is absent or does not expire. */
    long ttl(byte[] key) {
        return isPresent(key, false) && found.kind() == StringValue.EXPIRING
                ? clocks.left(SpreadPointer.server(found.word()), expiry[0])
                : 0;
    }

    /** The values of keys, read at the same time; null of those that are absent. */
    void getAll(byte[][] keys, byte[] @Nullable [] values) {
        for (int first = 0; first < keys.length; first += StringTree.MOST_AT_ONCE) {
            getSome(keys, first, Math.min(keys.length - first, StringTree.MOST_AT_ONCE), values);
        }
    }

    private void getSome(byte[][] keys, int first, int count, byte[] @Nullable [] values) {
        long present;
        boolean clocked = false;
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
            if (there && many[i].isInExtent()) {
                clocked |= many[i].kind() == StringValue.EXPIRING;
                positions[inExtents] = first + i;
                pointers[inExtents++] = many[i].word();
            } else {
                values[first + i] = there ? many[i].bytes() : null;
            }
        }
        extents.values(pointers, contents, inExtents, clocked);
        int again = 0;
        for (int i = 0; i < inExtents; i++) {
            int at = positions[i];
            Life life = settle(many[at - first].kind(), pointers[i], contents[i]);
            values[at] = life == Life.ALIVE ? content : null;
            contents[i] = null;
            if (life != Life.ALIVE) {
                positions[again++] = at;
            }
        }
        for (int i = 0; i < again; i++) {
            values[positions[i]] = get(keys[positions[i]]);
        }
    }

    /** Reads a value that was found in its leaf; {@link #content} becomes it if it is alive. */
    private Life look(StringValue of) {
        if (!of.isInExtent()) {
            content = of.bytes();
            return Life.ALIVE;
        }
        boolean expires = of.kind() == StringValue.EXPIRING;
        return settle(of.kind(), of.word(), extents.value(of.word(), expires));
    }

    /**
     * Judges what was read of an extent, and of its server's clock if it has an expiry.
     *
     * @param bytes null if the extent is another one by now
     */
    Life settle(int kind, long at, byte @Nullable [] bytes) {
        if (bytes == null) {
            return Life.REPLACED;
        }
        if (kind != StringValue.EXPIRING) {
            content = bytes;
            return Life.ALIVE;
        }
        content = ExpiringContent.value(bytes);
        expiry[0] = ExpiringContent.expiry(bytes);
        return clocks.judge(SpreadPointer.server(at), expiry[0]);
    }

    /** The value that {@link #settle} has found alive. */
    byte[] content() {
        return content;
    }

    /** As {@link #look}, of an entry whose value does not matter. */
    private Life lookAtLife(StringValue of) {
        if (of.kind() != StringValue.EXPIRING) {
            return Life.ALIVE;
        }
        pointer[0] = of.word();
        return extents.expiries(pointer, expiry, 1) != 0
                ? Life.REPLACED
                : clocks.judge(SpreadPointer.server(of.word()), expiry[0]);
    }

    /** Judges an entry that a change has met in its leaf, by a clock that is read now. */
    private ExpiryJudge.Verdict judge(long at) {
        pointer[0] = at;
        if (extents.expiries(pointer, expiry, 1) != 0) {
            return ExpiryJudge.Verdict.GONE;
        }
        return clocks.isOver(SpreadPointer.server(at), expiry[0])
                ? ExpiryJudge.Verdict.OVER
                : ExpiryJudge.Verdict.ALIVE;
    }

    /** Stores a value; whether the key was absent. */
    boolean put(byte[] key, byte[] bytes) {
        return change(Change.PUT, key, bytes, expected.set(NOTHING));
    }

    /** Stores a value with a time to live in nanoseconds; whether the key was absent. */
    boolean put(byte[] key, byte[] bytes, long ttl) {
        return change(Change.PUT, key, bytes, Lifetime.of(clocks, ttl), expected.set(NOTHING));
    }

    /** Gives a key another time to live; whether it was present. */
    boolean expire(byte[] key, long ttl) {
        return renew(key, false, Lifetime.of(clocks, ttl));
    }

    /** Takes the expiry of a key away; whether it had one. */
    boolean persist(byte[] key) {
        return renew(key, true, null);
    }

    private boolean renew(byte[] key, boolean onlyExpiring, @Nullable Lifetime lifetime) {
        // Ends: retries limits the looks. Each means that the value was changed or has expired.
        for (int looks = 1; isPresent(key, true); looks++) {
            if (onlyExpiring && found.kind() != StringValue.EXPIRING) {
                return false;
            }
            if (replaceFound(key, content, lifetime)) {
                return true;
            }
            retries.check(looks, PagePointer.NULL);
        }
        return false;
    }

    /** Stores a value if the key has the one that was found last; whether it had. */
    private boolean replaceFound(byte[] key, byte[] bytes, @Nullable Lifetime lifetime) {
        StringValue before = expected.set(found.kind(), found.word());
        return change(Change.REPLACE, key, bytes, lifetime, before);
    }

    /** Removes an entry that has expired, for a keeper; whether it was still there. */
    boolean sweep(byte[] key, long at) {
        boolean removed = removeExpired(key, at);
        (removed ? RareBranch.EXPIRED_REMOVED : RareBranch.RENEWED_MEANWHILE).taken();
        return removed;
    }

    /** Removes an entry that has expired, unless a client has renewed it; whether it did. */
    private boolean removeExpired(byte[] key, long at) {
        stock.begin();
        try {
            value.set(NOTHING);
            boolean removed = tree.remove(key, at);
            end(true);
            return removed;
        } catch (RuntimeException | Error e) {
            failed(e);
            throw e;
        } finally {
            pages.endCarrying();
        }
    }

    boolean putIfAbsent(byte[] key, byte[] bytes) {
        return putIfAbsent(key, bytes, null);
    }

    private boolean putIfAbsent(byte[] key, byte[] bytes, @Nullable Lifetime lifetime) {
        return change(Change.PUT_IF_ABSENT, key, bytes, lifetime, expected.set(NOTHING));
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
     * a leaf has it, its content is that which was read. So is that of any value that expires.
     */
    private boolean changeIfEqual(Change change, byte[] key, byte[] before, byte[] bytes) {
        if (before.length <= StringValue.MOST) {
            boolean met = change(change, key, bytes, expected.set(before));
            if (met || !tree.hasMetExpiring()) {
                return met;
            }
        }
        // Ends: retries limits the looks. Each means that the value was replaced meanwhile.
        for (int looks = 1; isPresent(key, true); looks++) {
            if (!Arrays.equals(content, before)) {
                return false;
            }
            if (change(change, key, bytes, expected.set(found.kind(), found.word()))) {
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
            if (isPresent(key, true)) {
                byte[] before = content;
                if (replaceFound(key, bytes, null)) {
                    return before;
                }
            } else if (putIfAbsent(key, bytes)) {
                return null;
            }
            retries.check(looks, PagePointer.NULL);
        }
    }

    /** Adds to a counter; returns the sum. A new one has a time to live, or none if it is null. */
    long add(byte[] key, long delta, @Nullable Long ttl) {
        Lifetime ofNew = ttl == null ? null : Lifetime.of(clocks, ttl);
        // Ends: retries limits the looks. Each means that the counter was changed meanwhile.
        for (int looks = 1; ; looks++) {
            boolean there = isPresent(key, true);
            long sum = delta + (there ? Counters.of(content) : 0);
            byte[] bytes = Counters.bytes(sum);
            boolean done =
                    there
                            ? replaceFound(key, bytes, keptLifetime())
                            : putIfAbsent(key, bytes, ofNew);
            if (done) {
                addedNew = !there;
                return sum;
            }
            retries.check(looks, PagePointer.NULL);
        }
    }

    /** Whether the last addition has found no counter. */
    boolean hasAddedNew() {
        return addedNew;
    }

    /** The lifetime of the value that was found last; null if it does not expire. */
    private @Nullable Lifetime keptLifetime() {
        return found.kind() == StringValue.EXPIRING
                ? Lifetime.kept(clocks, SpreadPointer.server(found.word()), expiry[0])
                : null;
    }

    private boolean change(Change change, byte[] key, byte[] bytes, StringValue before) {
        return change(change, key, bytes, null, before);
    }

    private boolean change(
            Change change,
            byte[] key,
            byte[] bytes,
            @Nullable Lifetime lifetime,
            StringValue before) {
        begin(key, bytes, lifetime);
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
    private void begin(byte[] key, byte[] bytes, @Nullable Lifetime lifetime) {
        stock.begin();
        if (lifetime == null && bytes.length <= StringValue.MOST) {
            value.set(bytes);
            return;
        }
        int leaf = AddressSpace.server(tree.leafFor(key));
        try {
            if (lifetime == null) {
                extents.home(leaf);
                value.set(StringValue.EXTENT, extents.writeValue(bytes));
            } else {
                stock.announceExpiry(clocks);
                extents.home(lifetime.server(leaf));
                value.set(StringValue.EXPIRING, extents.writeExpiring(bytes, lifetime));
            }
        } catch (RuntimeException | Error e) {
            pages.endCarrying();
            stock.failed();
            throw e;
        }
    }

    /** The change has ended: frees what it has replaced, or the new value if it was not stored. */
    private void end(boolean stored) {
        if (!stored && value.isInExtent()) {
            stock.putBack(value.word());
        }
        if (tree.replaced(replaced) && replaced.isInExtent()) {
            stock.drop(replaced.word());
        }
        stock.done();
        stock.sendReplaced();
    }

    /**
     * Servers that refuse memory do so before a leaf is changed, unless its page was: of a split,
     * or of a change that another client had begun.
     */
    private void failed(Throwable failure) {
        boolean refused =
                failure instanceof RequestRefusedException e && e.status() == Status.OUT_OF_MEMORY;
        if (refused && !tree.hasEdited()) {
            stock.putBackTaken();
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

    /** Whether {@link #changeTogether} saves round trips. */
    boolean changesTogether() {
        return !tree.isChangedByServers() && pages.locksTogether();
    }

    /** Executes some operations of a batch at the same time, see {@link SpreadBatch#run}. */
    SpreadBatch changeTogether(BytesBatch batch, int from, int to) {
        SpreadBatch made = together;
        if (made == null) {
            made = new SpreadBatch(pages, tree, extents, stock);
            together = made;
        }
        made.run(batch, from, to);
        return made;
    }

    /** Gives replaced extents back, where there are many of them. */
    void sendReplaced() {
        stock.sendReplaced();
    }

    /** Loads sorted entries into this tree, which is empty; returns their number. */
    long load(BytesEntries sorted, double fill) {
        return new SpreadLoad(tree.load(fill), extents, stock).run(sorted);
    }

    SpreadExtents extents() {
        return extents;
    }

    /** Verifies the pages, at no lost server. */
    BTreeVerifier verify() {
        BTreeVerifier walk = tree.verify();
        walk.throwIfLost();
        return walk;
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
