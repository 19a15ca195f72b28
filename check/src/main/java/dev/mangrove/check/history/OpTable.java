package dev.mangrove.check.history;

import java.util.Locale;

/** Formats operations of a history as a table. */
final class OpTable {
    private OpTable() {}

    /** A table with a line per operation, in the order given; {@code marked} gets a pointer. */
    static String format(History history, int[] ops, int marked) {
        StringBuilder table = new StringBuilder();
        table.append(row(" ", "client", "operation", "result", "invoked", "responded"));
        for (int op : ops) {
            table.append(
                    row(
                            op == marked ? ">" : " ",
                            Integer.toString(history.client(op)),
                            request(history, op),
                            response(history, op),
                            Long.toString(history.invoked(op)),
                            time(history.responded(op))));
        }
        return table.toString();
    }

    private static String row(Object... cells) {
        String line = String.format(Locale.ROOT, "%s %8s  %-28s %-14s %16s %16s", cells);
        return line + "\n";
    }

    static String request(History history, int op) {
        long argument = history.argument(op);
        return switch (history.kind(op)) {
            case GET -> "get";
            case PUT -> "put " + argument;
            case PUT_IF_ABSENT -> "put if absent " + argument;
            case PUT_IF_PRESENT -> "put if present " + argument;
            case REPLACE -> "replace " + history.expected(op) + " by " + argument;
            case DELETE -> "delete";
            case DELETE_IF_EQUAL -> "delete if equal to " + history.expected(op);
            case FETCH_ADD -> "fetch and add " + argument;
        };
    }

    static String response(History history, int op) {
        return switch (history.outcome(op)) {
            case UNKNOWN -> "unknown";
            case FAILED -> "failed";
            case OK ->
                    switch (history.observation(op)) {
                        case NOTHING -> "done";
                        case SUCCEEDED -> "succeeded";
                        case REFUSED -> "refused";
                        case ABSENT -> "absent";
                        case VALUE -> "found " + history.observed(op);
                    };
        };
    }

    static String time(long time) {
        return time == History.NEVER ? "never" : Long.toString(time);
    }
}
