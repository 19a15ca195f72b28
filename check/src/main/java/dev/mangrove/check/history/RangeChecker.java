package dev.mangrove.check.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Checks the results of ranges against the operations on single keys. A range need not be atomic:
 * each key is checked separately, over the range's time from invocation to response.
 *
 * <ul>
 *   <li>Keys are within bounds, strictly ordered, and no more than the limit.
 *   <li>A key that is not returned was absent at some time. It is a fault if it was certainly
 *       outside {absent} throughout. If the limit was reached, this holds for the keys up to the
 *       last one returned.
 *   <li>A key that is returned with a value held it at some time. It is a fault if it was certainly
 *       outside {value} throughout.
 * </ul>
 *
 * <p>A key was <em>certainly outside</em> a set of states throughout if some operation ended before
 * the range began and certainly left a state outside the set, and no operation that may produce a
 * state inside it started before the range ended and ended after that first one started. An
 * operation of unknown outcome never ends: it may explain any state that it can produce after its
 * start, and it proves nothing. That all keys were absent before the history began counts as such a
 * first operation. On linearizable operations the rule gives no false alarm: to get inside after
 * the first operation took effect, the state needs an operation that the rule excludes. {@code
 * KeyTimeline} has the proof.
 *
 * <p>The rule is fast, but not complete. For a complete check, {@link #asReads} turns the results
 * of ranges into gets of single keys.
 */
public final class RangeChecker {
    private static final int SHOWN_OPS = 24;

    private final History history;
    private final RangeHistory ranges;
    private final KeyPartition partition;
    private final KeyTimeline[] timelines;

    /**
     * Creates a checker of ranges that clients read while the operations of {@code history} ran.
     */
    public RangeChecker(History history, RangeHistory ranges) {
        this.history = history;
        this.ranges = ranges;
        partition = KeyPartition.of(history);
        timelines = new KeyTimeline[partition.size()];
        for (int i = 0; i < timelines.length; i++) {
            timelines[i] = new KeyTimeline(history, partition.ops(i));
        }
    }

    /** Checks all ranges; returns an empty list if there is no fault. */
    public List<RangeFault> check() {
        List<RangeFault> faults = new ArrayList<>();
        for (int range = 0; range < ranges.size(); range++) {
            checkShape(range, faults);
            checkReturned(range, faults);
            checkMissing(range, faults);
        }
        return faults;
    }

    /**
     * The history with a get for every key that a range returned, and a get that found it absent
     * for every key of the history that a range covered and did not return. If the ranges are
     * correct and the operations are linearizable, then this history is linearizable.
     */
    public History asReads() {
        History reads = new History(history.size() + ranges.size());
        reads.addAll(history);
        for (int range = 0; range < ranges.size(); range++) {
            for (int entry = 0; entry < ranges.entries(range); entry++) {
                int get = addGet(reads, range, ranges.key(range, entry));
                reads.found(get, ranges.value(range, entry), ranges.responded(range));
            }
            for (int index : passedOver(range)) {
                int get = addGet(reads, range, partition.key(index));
                reads.foundAbsent(get, ranges.responded(range));
            }
        }
        return reads;
    }

    private int addGet(History reads, int range, long key) {
        return reads.invokeGet(ranges.client(range), key, ranges.invoked(range));
    }

    private void checkShape(int range, List<RangeFault> faults) {
        int entries = ranges.entries(range);
        for (int entry = 0; entry < entries; entry++) {
            long key = ranges.key(range, entry);
            if (key < ranges.low(range) || key > ranges.high(range)) {
                faults.add(fault(range, RangeFault.Rule.WITHIN_BOUNDS, key));
            }
            if (entry > 0 && !follows(range, ranges.key(range, entry - 1), key)) {
                faults.add(fault(range, RangeFault.Rule.STRICTLY_ORDERED, key));
            }
            if (entry == ranges.limit(range)) {
                faults.add(fault(range, RangeFault.Rule.WITHIN_LIMIT, key));
            }
        }
    }

    private boolean follows(int range, long before, long key) {
        return ranges.isDescending(range) ? key < before : key > before;
    }

    private void checkReturned(int range, List<RangeFault> faults) {
        for (int entry = 0; entry < ranges.entries(range); entry++) {
            long key = ranges.key(range, entry);
            if (certainlyOutside(key, StateSet.only(ranges.value(range, entry)), range)) {
                boolean absent = certainlyOutside(key, StateSet.anyValue(), range);
                RangeFault.Rule rule =
                        absent ? RangeFault.Rule.NOTHING_ABSENT : RangeFault.Rule.VALUE_CURRENT;
                faults.add(fault(range, rule, key));
            }
        }
    }

    private void checkMissing(int range, List<RangeFault> faults) {
        for (int index : passedOver(range)) {
            long key = partition.key(index);
            if (certainlyOutside(key, StateSet.onlyAbsent(), range)) {
                faults.add(fault(range, RangeFault.Rule.NOTHING_MISSING, key));
            }
        }
    }

    private boolean certainlyOutside(long key, StateSet set, int range) {
        int index = partition.indexOf(key);
        // A key that no operation names has always been absent.
        return index < 0
                ? !set.hasAbsent()
                : timelines[index].certainlyOutside(
                        set, ranges.invoked(range), ranges.responded(range));
    }

    /** The keys of the history that the range covered and did not return, as indices. */
    private int[] passedOver(int range) {
        int entries = ranges.entries(range);
        long low = ranges.low(range);
        long high = ranges.high(range);
        if (entries >= ranges.limit(range)) {
            if (entries == 0) {
                return new int[0];
            }
            long last = ranges.key(range, entries - 1);
            low = ranges.isDescending(range) ? Math.max(low, last) : low;
            high = ranges.isDescending(range) ? high : Math.min(high, last);
        }
        long[] returned = new long[entries];
        Arrays.setAll(returned, entry -> ranges.key(range, entry));
        Arrays.sort(returned);
        return IntStream.range(partition.firstFrom(low), partition.firstAfter(high))
                .filter(index -> Arrays.binarySearch(returned, partition.key(index)) < 0)
                .toArray();
    }

    private RangeFault fault(int range, RangeFault.Rule rule, long key) {
        int index = partition.indexOf(key);
        int[] ops = index < 0 ? new int[0] : around(partition.ops(index), ranges.responded(range));
        String text =
                "range %d breaks %s at key %d\n%s\n%s"
                        .formatted(
                                range,
                                rule,
                                key,
                                ranges.describe(range),
                                OpTable.format(history, ops, -1));
        return new RangeFault(range, rule, key, text.stripTrailing());
    }

    /** The last operations that started before {@code time}. */
    private int[] around(int[] ops, long time) {
        int[] started =
                Arrays.stream(ops)
                        .filter(op -> history.invoked(op) <= time)
                        .filter(op -> history.outcome(op) != Outcome.FAILED)
                        .toArray();
        IndexSort.sort(started, history::invoked);
        return Arrays.copyOfRange(started, Math.max(0, started.length - SHOWN_OPS), started.length);
    }
}
