package dev.mangrove.index.bytes.client;

import dev.mangrove.index.access.WriteGuard;
import dev.mangrove.index.bytes.direct.DirectGets;
import dev.mangrove.index.bytes.direct.DirectOutcome;
import dev.mangrove.index.bytes.direct.DirectScan;
import dev.mangrove.index.bytes.direct.DirectTree;
import dev.mangrove.index.bytes.tree.BytesChange;
import dev.mangrove.index.bytes.tree.BytesTree;
import dev.mangrove.index.bytes.tree.KeyRange;
import dev.mangrove.index.page.bytes.BytesAnchor;
import dev.mangrove.index.session.LossWatch;
import dev.mangrove.index.session.Session;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A share of an index: reads are made in place where the server's memory is mapped and the read
 * needs nothing else of the server, and so are changes that replace a value by another one in an
 * extent; all else is a message. Used by one thread.
 */
final class Share {
    private final ShareCalls calls;
    private final LossWatch losses;
    private final @Nullable DirectTree tree;
    private final @Nullable ReplacedValues replaced;
    private @Nullable DirectGets gets;

    /** Opens the share's tree at its server. */
    Share(
            Session session,
            WriteGuard writes,
            int server,
            long name,
            int tag,
            int pageSize,
            int fanout) {
        this.calls = new ShareCalls(session, server, name);
        long anchor = calls.open(pageSize, fanout);
        this.losses = new LossWatch(session, List.of(server), List.of());
        @Nullable MemorySegment memory = session.link(server).memory();
        this.tree =
                memory != null && BytesAnchor.isWithin(memory, anchor)
                        ? new DirectTree(memory, anchor, pageSize, tag)
                        : null;
        this.replaced =
                memory == null || tree == null
                        ? null
                        : new ReplacedValues(calls, writes, server, tree, memory);
    }

    /** Requests to the server. */
    ShareCalls calls() {
        return calls;
    }

    boolean isInPlace() {
        return tree != null;
    }

    byte @Nullable [] get(byte[] key) {
        DirectTree direct = tree;
        if (direct != null && direct.get(key) != DirectOutcome.ASK) {
            confirm();
            return direct.value();
        }
        return calls.get(key);
    }

    boolean contains(byte[] key) {
        DirectTree direct = tree;
        DirectOutcome outcome = direct == null ? DirectOutcome.ASK : direct.find(key);
        if (outcome == DirectOutcome.ASK) {
            return calls.get(key) != null;
        }
        confirm();
        return outcome == DirectOutcome.PRESENT;
    }

    /** Nanoseconds that a key has left; -1 if it is absent or has no expiry. */
    long ttl(byte[] key) {
        DirectTree direct = tree;
        if (direct != null && direct.find(key) != DirectOutcome.ASK) {
            confirm();
            return BytesTree.NO_TTL;
        }
        return calls.ttl(key);
    }

    BytesTree.Result change(
            BytesChange change, byte[] key, byte[] value, byte[] expected, long ttl) {
        BytesTree.Result result =
                ttl == BytesTree.NO_TTL ? changeInPlace(change, key, value, expected) : null;
        return result == null ? calls.change(change, key, value, expected, ttl) : result;
    }

    /** Changes a key without expiry in place; null if the server has to be asked. */
    BytesTree.@Nullable Result changeInPlace(
            BytesChange change, byte[] key, byte[] value, byte[] expected) {
        ReplacedValues values = replaced;
        BytesTree.Result result =
                values == null ? null : values.change(change, key, value, expected);
        if (result != null) {
            confirm();
        }
        return result;
    }

    /** Begins with gets in place, of some of the given keys. */
    void beginGets(byte[][] keys) {
        gets().begin(keys);
    }

    /** Adds a key to the gets in place, which are executed when there are enough of them. */
    void get(byte[][] keys, int position, byte[] @Nullable [] values) {
        DirectGets many = gets();
        many.add(position);
        if (many.isFull()) {
            finishGets(keys, values);
        }
    }

    /** Executes the gets in place that have been added. */
    void finishGets(byte[][] keys, byte[] @Nullable [] values) {
        DirectGets many = gets();
        int asked = many.run(values);
        confirm();
        for (int i = 0; i < asked; i++) {
            int position = many.asked(i);
            values[position] = calls.get(keys[position]);
        }
    }

    private DirectGets gets() {
        DirectGets known = gets;
        DirectTree direct = tree;
        if (known == null) {
            if (direct == null) {
                throw new IllegalStateException("the server's memory is not mapped");
            }
            known = new DirectGets(direct);
            gets = known;
        }
        return known;
    }

    long count(KeyRange range) {
        DirectScan scan = scan();
        if (scan == null) {
            return calls.count(range);
        }
        long keys = 0;
        scan.begin(range);
        // Ends: each turn goes to a leaf of larger keys.
        while (scan.hasMore()) {
            long more = scan.countLeaf();
            if (more < 0) {
                return keys + calls.count(scan.left());
            }
            keys += more;
        }
        confirm();
        return keys;
    }

    /** A scan in place; null if the server's memory is not mapped. */
    @Nullable DirectScan scan() {
        DirectTree direct = tree;
        return direct == null ? null : new DirectScan(direct);
    }

    /**
     * Throws if the server was lost: mapped memory can be read after its server has died, when
     * others may have found the loss already.
     */
    void confirm() {
        losses.check();
    }
}
