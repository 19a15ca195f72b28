package dev.mangrove.index.ordered;

/**
 * What the operations of one view have cost so far.
 *
 * @param operations operations of this view
 * @param roundTrips batches and requests that it waited for
 * @param bytesRead payload brought here
 * @param bytesWritten payload carried away
 * @param atomics remote atomics
 * @param messages requests by message
 */
public record OrderedCosts(
        long operations,
        long roundTrips,
        long bytesRead,
        long bytesWritten,
        long atomics,
        long messages) {
    /** Nothing yet. */
    public static final OrderedCosts NONE = new OrderedCosts(0, 0, 0, 0, 0, 0);

    /** What was spent since another moment of the same view. */
    public OrderedCosts since(OrderedCosts before) {
        return new OrderedCosts(
                operations - before.operations,
                roundTrips - before.roundTrips,
                bytesRead - before.bytesRead,
                bytesWritten - before.bytesWritten,
                atomics - before.atomics,
                messages - before.messages);
    }
}
