package dev.mangrove.index.ordered;

import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * The operations of a handle's index as futures: a call returns at once, and the future completes
 * when the operation has ended, or with the exception that the operation would have thrown. Any
 * number may be pending; as many are executed at the same time as the handle has views, in the
 * order of the calls. Two operations take effect in a certain order only if the second is called
 * after the first has completed.
 *
 * <p>Code that depends on a future and must not delay other operations is attached by the methods
 * whose names end in {@code Async}. An operation whose future is cancelled before it has begun is
 * not executed.
 *
 * @see OrderedIndex#async
 */
public interface AsyncOrdered {
    /** See {@link OrderedIndex#get}. */
    CompletableFuture<OptionalLong> get(long key);

    /** See {@link OrderedIndex#put}. */
    CompletableFuture<Boolean> put(long key, long value);

    /** See {@link OrderedIndex#putIfAbsent}. */
    CompletableFuture<Boolean> putIfAbsent(long key, long value);

    /** See {@link OrderedIndex#replace}. */
    CompletableFuture<Boolean> replace(long key, long expected, long value);

    /** See {@link OrderedIndex#delete(long)}. */
    CompletableFuture<Boolean> delete(long key);

    /** See {@link OrderedIndex#delete(long, long)}. */
    CompletableFuture<Boolean> delete(long key, long expected);

    /**
     * See {@link OrderedIndex#applyAll}. The future's value is the batch, which the caller leaves
     * alone until then.
     */
    CompletableFuture<OrderedBatch> applyAll(OrderedBatch batch);

    /** See {@link OrderedIndex#count}. */
    CompletableFuture<Long> count(long from, long to);
}
