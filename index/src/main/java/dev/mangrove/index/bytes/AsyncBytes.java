package dev.mangrove.index.bytes;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The operations of a handle's index as futures; see {@link
 * dev.mangrove.index.ordered.AsyncOrdered} for when they complete and in which order.
 *
 * @see BytesIndex#async
 */
public interface AsyncBytes {
    /** See {@link BytesIndex#get}. */
    CompletableFuture<byte @Nullable []> get(byte[] key);

    /** See {@link BytesIndex#put(byte[], byte[])}. */
    CompletableFuture<Boolean> put(byte[] key, byte[] value);

    /** See {@link BytesIndex#putIfAbsent}. */
    CompletableFuture<Boolean> putIfAbsent(byte[] key, byte[] value);

    /** See {@link BytesIndex#replace}. */
    CompletableFuture<Boolean> replace(byte[] key, byte[] expected, byte[] value);

    /** See {@link BytesIndex#delete(byte[])}. */
    CompletableFuture<Boolean> delete(byte[] key);

    /** See {@link BytesIndex#delete(byte[], byte[])}. */
    CompletableFuture<Boolean> delete(byte[] key, byte[] expected);

    /** See {@link BytesIndex#getAndPut}. */
    CompletableFuture<byte @Nullable []> getAndPut(byte[] key, byte[] value);

    /** See {@link BytesIndex#add(byte[], long)}. */
    CompletableFuture<Long> add(byte[] key, long delta);

    /** See {@link BytesIndex#put(byte[], byte[], Duration)}. */
    CompletableFuture<Boolean> put(byte[] key, byte[] value, Duration ttl);

    /** See {@link BytesIndex#add(byte[], long, Duration)}. */
    CompletableFuture<Long> add(byte[] key, long delta, Duration ttl);

    /** See {@link BytesIndex#expire}. */
    CompletableFuture<Boolean> expire(byte[] key, Duration ttl);

    /** See {@link BytesIndex#persist}. */
    CompletableFuture<Boolean> persist(byte[] key);

    /** See {@link BytesIndex#ttl}. */
    CompletableFuture<Optional<Duration>> ttl(byte[] key);

    /** See {@link BytesIndex#getAll}. */
    CompletableFuture<byte[] @Nullable []> getAll(byte[]... keys);

    /**
     * See {@link BytesIndex#applyAll}. The future's value is the batch, which the caller leaves
     * alone until then.
     */
    CompletableFuture<BytesBatch> applyAll(BytesBatch batch);

    /** See {@link BytesIndex#count}. */
    CompletableFuture<Long> count(BytesRange range);
}
