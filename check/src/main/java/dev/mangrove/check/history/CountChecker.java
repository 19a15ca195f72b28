package dev.mangrove.check.history;

import java.util.Optional;

/**
 * Checks counts of keys against the operations on single keys. A count need not be atomic: each key
 * may be counted at any time between invocation and response.
 *
 * <ul>
 *   <li>It is a fault if fewer keys were counted than were certainly present throughout.
 *   <li>It is a fault if more keys were counted than may have been present at some time.
 * </ul>
 *
 * "Certainly" is the same rule as for {@link RangeChecker}, which gives no false alarm on
 * linearizable operations.
 */
public final class CountChecker {
    private final KeyPartition partition;
    private final KeyTimeline[] timelines;

    /** Creates a checker of counts that clients read while the operations of a history ran. */
    public CountChecker(History history) {
        partition = KeyPartition.of(history);
        timelines = new KeyTimeline[partition.size()];
        for (int i = 0; i < timelines.length; i++) {
            timelines[i] = new KeyTimeline(history, partition.ops(i));
        }
    }

    /** Describes what is wrong with a count, if anything is. */
    public Optional<String> fault(KeyCount count) {
        int fewest = 0;
        int most = 0;
        int end = partition.firstAfter(count.high());
        for (int i = partition.firstFrom(count.low()); i < end; i++) {
            fewest += isOutside(i, StateSet.onlyAbsent(), count) ? 1 : 0;
            most += isOutside(i, StateSet.anyValue(), count) ? 0 : 1;
        }
        return count.found() >= fewest && count.found() <= most
                ? Optional.empty()
                : Optional.of(
                        "client %d: counted %d keys in [%d, %d], but %d to %d were there [%d, %d]"
                                .formatted(
                                        count.client(),
                                        count.found(),
                                        count.low(),
                                        count.high(),
                                        fewest,
                                        most,
                                        count.invoked(),
                                        count.responded()));
    }

    private boolean isOutside(int key, StateSet set, KeyCount count) {
        return timelines[key].certainlyOutside(set, count.invoked(), count.responded());
    }
}
