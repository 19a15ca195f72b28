package dev.mangrove.index.handle;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.bytes.AsyncBytes;
import dev.mangrove.index.bytes.BytesBatch;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesRange;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The operations of a handle of byte strings as futures, on copies of the caller's arrays. */
final class AsyncBytesHandle implements AsyncBytes {
    private final BytesIndex index;
    private final TaskQueue tasks;

    /**
     * Operations of a handle.
     *
     * @param mostThreads most operations that are executed at the same time
     */
    AsyncBytesHandle(BytesIndex index, Host host, int mostThreads) {
        this.index = index;
        this.tasks = new TaskQueue(host, mostThreads);
    }

    @Override
    public CompletableFuture<byte @Nullable []> get(byte[] key) {
        byte[] same = key.clone();
        return tasks.submit(() -> index.get(same));
    }

    @Override
    public CompletableFuture<Boolean> put(byte[] key, byte[] value) {
        byte[] same = key.clone();
        byte[] stored = value.clone();
        return tasks.submit(() -> index.put(same, stored));
    }

    @Override
    public CompletableFuture<Boolean> putIfAbsent(byte[] key, byte[] value) {
        byte[] same = key.clone();
        byte[] stored = value.clone();
        return tasks.submit(() -> index.putIfAbsent(same, stored));
    }

    @Override
    public CompletableFuture<Boolean> replace(byte[] key, byte[] expected, byte[] value) {
        byte[] same = key.clone();
        byte[] before = expected.clone();
        byte[] stored = value.clone();
        return tasks.submit(() -> index.replace(same, before, stored));
    }

    @Override
    public CompletableFuture<Boolean> delete(byte[] key) {
        byte[] same = key.clone();
        return tasks.submit(() -> index.delete(same));
    }

    @Override
    public CompletableFuture<Boolean> delete(byte[] key, byte[] expected) {
        byte[] same = key.clone();
        byte[] before = expected.clone();
        return tasks.submit(() -> index.delete(same, before));
    }

    @Override
    public CompletableFuture<byte @Nullable []> getAndPut(byte[] key, byte[] value) {
        byte[] same = key.clone();
        byte[] stored = value.clone();
        return tasks.submit(() -> index.getAndPut(same, stored));
    }

    @Override
    public CompletableFuture<Long> add(byte[] key, long delta) {
        byte[] same = key.clone();
        return tasks.submit(() -> index.add(same, delta));
    }

    @Override
    public CompletableFuture<Boolean> put(byte[] key, byte[] value, Duration ttl) {
        byte[] same = key.clone();
        byte[] stored = value.clone();
        Objects.requireNonNull(ttl, "ttl");
        return tasks.submit(() -> index.put(same, stored, ttl));
    }

    @Override
    public CompletableFuture<Long> add(byte[] key, long delta, Duration ttl) {
        byte[] same = key.clone();
        Objects.requireNonNull(ttl, "ttl");
        return tasks.submit(() -> index.add(same, delta, ttl));
    }

    @Override
    public CompletableFuture<Boolean> expire(byte[] key, Duration ttl) {
        byte[] same = key.clone();
        Objects.requireNonNull(ttl, "ttl");
        return tasks.submit(() -> index.expire(same, ttl));
    }

    @Override
    public CompletableFuture<Boolean> persist(byte[] key) {
        byte[] same = key.clone();
        return tasks.submit(() -> index.persist(same));
    }

    @Override
    public CompletableFuture<Optional<Duration>> ttl(byte[] key) {
        byte[] same = key.clone();
        return tasks.submit(() -> index.ttl(same));
    }

    @Override
    public CompletableFuture<byte[] @Nullable []> getAll(byte[]... keys) {
        byte[][] same = new byte[keys.length][];
        Arrays.setAll(same, i -> keys[i].clone());
        return tasks.submit(() -> index.getAll(same));
    }

    @Override
    public CompletableFuture<BytesBatch> applyAll(BytesBatch batch) {
        Objects.requireNonNull(batch, "batch");
        return tasks.submit(
                () -> {
                    int _ = index.applyAll(batch);
                    return batch;
                });
    }

    @Override
    public CompletableFuture<Long> count(BytesRange range) {
        Objects.requireNonNull(range, "range");
        return tasks.submit(() -> index.count(range));
    }
}
