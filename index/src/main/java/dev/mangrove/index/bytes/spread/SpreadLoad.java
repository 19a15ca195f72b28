package dev.mangrove.index.bytes.spread;

import dev.mangrove.index.btree.strings.StringLoad;
import dev.mangrove.index.btree.strings.StringValue;
import dev.mangrove.index.bytes.BytesEntries;
import dev.mangrove.index.page.bytes.ByteKeys;
import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * A bulk load: writes all extents and pages of a new tree, many by each round trip, and then
 * replaces the empty tree by it. Until then all of them can be freed. An extent lies at the server
 * of the leaf that was written last, which names most of them.
 */
final class SpreadLoad {
    private final StringLoad load;
    private final SpreadExtents extents;
    private final ExtentStock stock;
    private final StringValue value = new StringValue();

    SpreadLoad(StringLoad load, SpreadExtents extents, ExtentStock stock) {
        this.load = load;
        this.extents = extents;
        this.stock = stock;
    }

    /**
     * Loads all entries or none.
     *
     * @return the number of entries
     * @throws IllegalStateException if the tree is not empty
     */
    long run(BytesEntries sorted) {
        try {
            write(sorted);
            publish();
            return load.entries();
        } finally {
            load.close();
        }
    }

    private void write(BytesEntries sorted) {
        stock.begin();
        stock.beginLoad();
        extents.collects(true);
        try {
            addAll(sorted);
            load.complete();
            extents.settle();
            stock.confirmLoad();
        } catch (RuntimeException | Error e) {
            discard(e);
            throw e;
        } finally {
            extents.collects(false);
            stock.endTaking();
        }
    }

    private void addAll(BytesEntries sorted) {
        byte @Nullable [] before = null;
        while (sorted.next()) {
            byte[] key = sorted.key().clone();
            ByteKeys.check(key);
            if (before != null && Arrays.compareUnsigned(before, key) >= 0) {
                throw new IllegalArgumentException(
                        "keys of a bulk load ascend: entry "
                                + (load.entries() + 1)
                                + " is not larger");
            }
            add(key, sorted.value());
            before = key;
        }
    }

    private void add(byte[] key, byte[] bytes) {
        SpreadBytesIndex.checkValue(bytes);
        if (bytes.length <= StringValue.MOST) {
            value.set(bytes);
        } else {
            value.set(StringValue.EXTENT, extents.writeSoon(bytes));
        }
        load.add(key, value);
        extents.home(AddressSpace.server(load.current()));
    }

    private void publish() {
        boolean published;
        try {
            published = load.publish();
        } catch (RuntimeException | Error e) {
            if (load.isUnpublished()) {
                discard(e);
            } else {
                stock.loadFailed();
            }
            stock.failed();
            throw e;
        }
        stock.done();
        if (!published) {
            IllegalStateException notEmpty =
                    new IllegalStateException(
                            "the index is not empty: another client has changed it");
            discard(notEmpty);
            throw notEmpty;
        }
        stock.loadDone();
    }

    /** Frees all pages and extents; a failure of that is added to the cause. */
    private void discard(Throwable cause) {
        try {
            extents.dropUnsettled();
            load.discard();
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
        try {
            stock.loadAbandoned();
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }
}
