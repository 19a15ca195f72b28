package dev.mangrove.check.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Checks the results of window queries against every identity that was ever named. A query need not
 * be atomic: each identity is checked separately, over the query's time from invocation to
 * response.
 *
 * <ul>
 *   <li>No identity is returned twice.
 *   <li>A returned identity was, at some time, present with a rectangle that intersects the window.
 *       It is a fault if it was certainly outside that set of states throughout.
 *   <li>The rectangle returned with it was its rectangle at some time. It is a fault if it
 *       certainly was not throughout.
 *   <li>An identity that is not returned was, at some time, absent or present with a rectangle that
 *       misses the window. It is a fault if it was certainly outside that set of states throughout.
 * </ul>
 *
 * <p>A count of a window is at least the number of identities that a query must return, and at most
 * the number of those that it may return.
 *
 * <p>"Certainly outside" is the same rule as for {@link RangeChecker}, which gives no false alarm
 * on linearizable operations. A move counts as atomic: an identity that moves within the window is
 * present throughout. A recorder must record a move that consists of a delete and an insert as
 * these two.
 */
public final class WindowChecker {
    private final SpatialHistory history;
    private final KeyPartition partition;
    private final KeyTimeline[] timelines;

    /** Creates a checker of the queries of a history. */
    public WindowChecker(SpatialHistory history) {
        this.history = history;
        partition = KeyPartition.of(history.operations());
        timelines = new KeyTimeline[partition.size()];
        for (int i = 0; i < timelines.length; i++) {
            timelines[i] = new KeyTimeline(history.operations(), partition.ops(i));
        }
    }

    /** Checks all queries; returns an empty list if there is no fault. */
    public List<WindowFault> check() {
        List<WindowFault> faults = new ArrayList<>();
        for (int query = 0; query < history.windows(); query++) {
            check(query, faults);
        }
        return faults;
    }

    private void check(int query, List<WindowFault> faults) {
        long[] returned = new long[history.results(query)];
        Arrays.setAll(returned, i -> history.result(query, i));
        Arrays.sort(returned);
        Rectangle window = history.window(query);
        LongPredicate hit = number -> history.rectangle(number).intersects(window);
        for (int i = 0; i < returned.length; i++) {
            if (i > 0 && returned[i] == returned[i - 1]) {
                faults.add(fault(query, WindowFault.Rule.AT_MOST_ONCE, returned[i]));
            } else if (certainlyOutside(returned[i], StateSet.values(hit), query)) {
                faults.add(fault(query, WindowFault.Rule.NOTHING_OUTSIDE, returned[i]));
            }
        }
        checkPlaces(query, faults);
        StateSet notHit = StateSet.absentOr(hit.negate());
        for (int i = 0; i < partition.size(); i++) {
            long id = partition.key(i);
            if (Arrays.binarySearch(returned, id) < 0 && certainlyOutside(id, notHit, query)) {
                faults.add(fault(query, WindowFault.Rule.NOTHING_MISSING, id));
            }
        }
    }

    /** Checks all counts; returns what is wrong with some of them. */
    public List<String> checkCounts() {
        List<String> faults = new ArrayList<>();
        for (WindowCount count : history.counts()) {
            LongPredicate hit = number -> history.rectangle(number).intersects(count.window());
            int fewest = 0;
            int most = 0;
            for (KeyTimeline each : timelines) {
                fewest += isOutside(each, StateSet.absentOr(hit.negate()), count) ? 1 : 0;
                most += isOutside(each, StateSet.values(hit), count) ? 0 : 1;
            }
            if (count.found() < fewest || count.found() > most) {
                faults.add(
                        "client %d: counted %d in %s, but %d to %d were there [%d, %d]"
                                .formatted(
                                        count.client(),
                                        count.found(),
                                        count.window(),
                                        fewest,
                                        most,
                                        count.invoked(),
                                        count.responded()));
            }
        }
        return faults;
    }

    private static boolean isOutside(KeyTimeline identity, StateSet set, WindowCount count) {
        return identity.certainlyOutside(set, count.invoked(), count.responded());
    }

    private void checkPlaces(int query, List<WindowFault> faults) {
        for (int i = 0; i < history.results(query); i++) {
            Rectangle place = history.place(query, i);
            if (place != null) {
                long id = history.result(query, i);
                LongPredicate same = number -> history.rectangle(number).equals(place);
                if (certainlyOutside(id, StateSet.values(same), query)) {
                    faults.add(fault(query, WindowFault.Rule.AT_ITS_PLACE, id));
                }
            }
        }
    }

    private boolean certainlyOutside(long id, StateSet set, int query) {
        int index = partition.indexOf(id);
        // An identity that no operation names has always been absent.
        return index < 0
                ? !set.hasAbsent()
                : timelines[index].certainlyOutside(
                        set, history.invoked(query), history.responded(query));
    }

    private WindowFault fault(int query, WindowFault.Rule rule, long id) {
        StringBuilder text = new StringBuilder();
        text.append("query ").append(query).append(" breaks ").append(rule);
        text.append(" at identity ").append(id).append('\n');
        text.append("client ").append(history.client(query)).append(": ");
        text.append(history.window(query)).append(" -> ").append(history.results(query));
        text.append(" results [").append(history.invoked(query)).append(", ");
        text.append(history.responded(query)).append("]");
        int index = partition.indexOf(id);
        int[] ops = index < 0 ? new int[0] : partition.ops(index);
        for (int op : ops) {
            text.append('\n').append(describe(op));
        }
        return new WindowFault(query, rule, id, text.toString());
    }

    private String describe(int op) {
        History operations = history.operations();
        return operations.kind(op) == OpKind.DELETE
                ? operations.describe(op)
                : operations.describe(op) + " " + history.rectangle(operations.argument(op));
    }
}
