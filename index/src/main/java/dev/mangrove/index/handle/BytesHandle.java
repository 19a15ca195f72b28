package dev.mangrove.index.handle;

import dev.mangrove.MangroveException;
import dev.mangrove.fabric.Host;
import dev.mangrove.index.bytes.BytesCursor;
import dev.mangrove.index.bytes.BytesEntries;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesRange;
import dev.mangrove.index.bytes.BytesStatistics;
import dev.mangrove.index.ordered.Verification;

import org.jspecify.annotations.Nullable;

import java.util.function.Function;
import java.util.function.Supplier;

/** A handle of an index of byte strings: any thread may use it, and any number at once. */
public final class BytesHandle implements BytesIndex {
    private final Views<BytesIndex> views;

    /**
     * Creates a handle.
     *
     * @param first a view of the index, which the handle closes
     * @param opener opens further views of the same index
     */
    public BytesHandle(Host host, BytesIndex first, Supplier<BytesIndex> opener) {
        views = new Views<>(host, first, opener, BytesIndex::close);
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return with(view -> view.get(key));
    }

    @Override
    public boolean put(byte[] key, byte[] value) {
        return with(view -> view.put(key, value));
    }

    @Override
    public boolean putIfAbsent(byte[] key, byte[] value) {
        return with(view -> view.putIfAbsent(key, value));
    }

    @Override
    public boolean replace(byte[] key, byte[] expected, byte[] value) {
        return with(view -> view.replace(key, expected, value));
    }

    @Override
    public boolean delete(byte[] key) {
        return with(view -> view.delete(key));
    }

    @Override
    public boolean delete(byte[] key, byte[] expected) {
        return with(view -> view.delete(key, expected));
    }

    @Override
    public byte @Nullable [] getAndPut(byte[] key, byte[] value) {
        return with(view -> view.getAndPut(key, value));
    }

    @Override
    public long add(byte[] key, long delta) {
        return with(view -> view.add(key, delta));
    }

    @Override
    public long count(BytesRange range) {
        return with(view -> view.count(range));
    }

    @Override
    public long bulkLoad(BytesEntries sorted, double fill) {
        return with(view -> view.bulkLoad(sorted, fill));
    }

    @Override
    public Verification verify() {
        return with(BytesIndex::verify);
    }

    /** Shape of the index; the costs are those of one of the handle's views. */
    @Override
    public BytesStatistics statistics() {
        return with(BytesIndex::statistics);
    }

    /** The cursor has a view of its own until it is at its end or closed. */
    @Override
    public BytesCursor range(BytesRange range) {
        BytesIndex view = views.take();
        @Nullable BytesIndex unused = view;
        try {
            BytesCursor cursor = new BytesHandleCursor(views, view, view.range(range));
            unused = null;
            return cursor;
        } catch (MangroveException e) {
            unused = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(unused);
        }
    }

    /** Ends this handle; operations of other threads that are under way come to their end. */
    @Override
    public void close() {
        views.close();
    }

    /** Each operation is a message, beside which the capture of its arguments costs nothing. */
    private <T extends @Nullable Object> T with(Function<BytesIndex, T> operation) {
        BytesIndex view = views.take();
        @Nullable BytesIndex sound = view;
        try {
            return operation.apply(view);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }
}
