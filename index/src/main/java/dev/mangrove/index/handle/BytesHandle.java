package dev.mangrove.index.handle;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.bytes.AsyncBytes;
import dev.mangrove.index.bytes.BytesBatch;
import dev.mangrove.index.bytes.BytesCursor;
import dev.mangrove.index.bytes.BytesEntries;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesRange;
import dev.mangrove.index.bytes.BytesStatistics;
import dev.mangrove.index.ordered.Verification;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A handle of an index of byte strings: any thread may use it, and any number at once. Each
 * operation is a message, beside which the capture of its arguments costs nothing.
 */
public final class BytesHandle implements BytesIndex {
    private final Views<BytesIndex> views;
    private final AsyncBytes async;

    /**
     * Creates a handle.
     *
     * @param first a view of the index, which the handle closes
     * @param opener opens further views of the same index
     */
    public BytesHandle(Host host, BytesIndex first, Supplier<BytesIndex> opener) {
        views = new Views<>(host, first, opener, BytesIndex::close);
        async = new AsyncBytesHandle(this, host, Views.MOST);
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return views.with(view -> view.get(key));
    }

    @Override
    public boolean contains(byte[] key) {
        return views.with(view -> view.contains(key));
    }

    @Override
    public byte[] @Nullable [] getAll(byte[]... keys) {
        return views.with(view -> view.getAll(keys));
    }

    @Override
    public boolean put(byte[] key, byte[] value) {
        return views.with(view -> view.put(key, value));
    }

    @Override
    public boolean putIfAbsent(byte[] key, byte[] value) {
        return views.with(view -> view.putIfAbsent(key, value));
    }

    @Override
    public boolean replace(byte[] key, byte[] expected, byte[] value) {
        return views.with(view -> view.replace(key, expected, value));
    }

    @Override
    public boolean delete(byte[] key) {
        return views.with(view -> view.delete(key));
    }

    @Override
    public boolean delete(byte[] key, byte[] expected) {
        return views.with(view -> view.delete(key, expected));
    }

    @Override
    public byte @Nullable [] getAndPut(byte[] key, byte[] value) {
        return views.with(view -> view.getAndPut(key, value));
    }

    @Override
    public long add(byte[] key, long delta) {
        return views.with(view -> view.add(key, delta));
    }

    @Override
    public boolean put(byte[] key, byte[] value, Duration ttl) {
        return views.with(view -> view.put(key, value, ttl));
    }

    @Override
    public long add(byte[] key, long delta, Duration ttl) {
        return views.with(view -> view.add(key, delta, ttl));
    }

    @Override
    public boolean expire(byte[] key, Duration ttl) {
        return views.with(view -> view.expire(key, ttl));
    }

    @Override
    public boolean persist(byte[] key) {
        return views.with(view -> view.persist(key));
    }

    @Override
    public Optional<Duration> ttl(byte[] key) {
        return views.with(view -> view.ttl(key));
    }

    @Override
    public int applyAll(BytesBatch batch) {
        return views.apply(batch, BytesIndex::applyAll);
    }

    @Override
    public AsyncBytes async() {
        return async;
    }

    @Override
    public long count(BytesRange range) {
        return views.with(view -> view.count(range));
    }

    @Override
    public long bulkLoad(BytesEntries sorted, double fill) {
        return views.with(view -> view.bulkLoad(sorted, fill));
    }

    @Override
    public Verification verify() {
        return views.with(BytesIndex::verify);
    }

    /** Shape of the index; the costs are those of one of the handle's views. */
    @Override
    public BytesStatistics statistics() {
        return views.with(BytesIndex::statistics);
    }

    /** The cursor has a view of its own until it is at its end or closed. */
    @Override
    public BytesCursor range(BytesRange range) {
        return views.cursor(view -> new BytesHandleCursor(views, view, view.range(range)));
    }

    /** Ends this handle; operations of other threads that are under way come to their end. */
    @Override
    public void close() {
        views.close();
    }
}
