package dev.mangrove.check.history;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes a history as EDN, one map per line, in the order of time: the format that Jepsen and
 * Knossos read.
 *
 * <pre>
 * {:index 0, :process 3, :client 1, :type :invoke, :f :replace,
 *  :value [5 {:expected 7, :argument 8}], :time 12}
 * {:index 1, :process 3, :client 1, :type :ok, :f :replace,
 *  :value [5 {:expected 7, :argument 8, :applied true}], :time 14}
 * </pre>
 *
 * <p>A value is the key and what is known of the operation: {@code :argument}, {@code :expected},
 * and from the response {@code :applied} (whether the condition held) or {@code :met} (the value
 * that was there, or {@code :absent}). Where a response tells nothing, both are missing.
 *
 * <p>A process has one operation under way at a time, as Knossos demands; a client that has several
 * is several processes. An operation whose outcome is unknown ends as {@code :info}, and its
 * process never appears again. Operations that certainly had no effect are left out. Of equal times
 * invocations come first, so that operations which overlap do so for the reader, too.
 */
public final class EdnHistory {
    private static final int INVOKE = 0;
    private static final int OK = 1;
    private static final int INFO = 2;

    private final History history;
    private final Map<Integer, Deque<Integer>> idle = new HashMap<>();
    private final int[] processes;
    private int started;
    private int index;

    private EdnHistory(History history) {
        this.history = history;
        this.processes = new int[history.size()];
    }

    /** An invocation or response. */
    private record Event(long time, int type, int op) {}

    /** Writes all operations of a history. */
    public static void write(History history, Appendable out) throws IOException {
        EdnHistory writer = new EdnHistory(history);
        for (Event event : events(history)) {
            writer.write(event, out);
        }
    }

    private static List<Event> events(History history) {
        List<Event> events = new ArrayList<>();
        for (int op = 0; op < history.size(); op++) {
            Outcome outcome = history.outcome(op);
            if (outcome == Outcome.FAILED) {
                continue;
            }
            boolean ended = outcome == Outcome.OK;
            events.add(new Event(history.invoked(op), INVOKE, op));
            events.add(new Event(history.responded(op), ended ? OK : INFO, op));
        }
        events.sort(
                Comparator.comparingLong(Event::time)
                        .thenComparingInt(Event::type)
                        .thenComparingInt(Event::op));
        return events;
    }

    private void write(Event event, Appendable out) throws IOException {
        int op = event.op();
        Deque<Integer> others = idle.computeIfAbsent(history.client(op), _ -> new ArrayDeque<>());
        if (event.type() == INVOKE) {
            Integer free = others.pollFirst();
            processes[op] = free == null ? started++ : free;
        }
        String type =
                switch (event.type()) {
                    case INVOKE -> "invoke";
                    case OK -> "ok";
                    default -> "info";
                };
        out.append("{:index ").append(Integer.toString(index++));
        out.append(", :process ").append(Integer.toString(processes[op]));
        out.append(", :client ").append(Integer.toString(history.client(op)));
        out.append(", :type :").append(type);
        out.append(", :f :").append(name(history.kind(op)));
        out.append(", :value ").append(value(op, event.type() == OK));
        if (event.type() != INFO) {
            out.append(", :time ").append(Long.toString(event.time()));
        }
        out.append("}\n");
        if (event.type() == OK) {
            others.addFirst(processes[op]);
        }
    }

    private static String name(OpKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private String value(int op, boolean ended) {
        OpKind kind = history.kind(op);
        List<String> known = new ArrayList<>();
        if (kind.compares()) {
            known.add(":expected " + history.expected(op));
        }
        switch (kind) {
            case PUT, PUT_IF_ABSENT, PUT_IF_PRESENT, REPLACE, FETCH_ADD ->
                    known.add(":argument " + history.argument(op));
            case GET, DELETE, DELETE_IF_EQUAL -> {}
        }
        if (ended) {
            switch (history.observation(op)) {
                case NOTHING -> {}
                case SUCCEEDED -> known.add(":applied true");
                case REFUSED -> known.add(":applied false");
                case ABSENT -> known.add(":met :absent");
                case VALUE -> known.add(":met " + history.observed(op));
            }
        }
        return "[" + history.key(op) + " {" + String.join(", ", known) + "}]";
    }
}
