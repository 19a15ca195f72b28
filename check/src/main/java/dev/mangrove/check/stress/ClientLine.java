package dev.mangrove.check.stress;

/**
 * A line from a client process to its parent: a word, a time and a text.
 *
 * <pre>
 *  ready TIME            connected, waits for the line "START END"
 *  lost TIME TEXT        a connection broke; the client reconnects and continues
 *  broken TIME TEXT      an operation failed that must not fail
 *  done TIME             all threads have ended
 * </pre>
 *
 * @param word kind of event
 * @param time of the event
 * @param text details
 */
record ClientLine(String word, long time, String text) {
    static final String READY = "ready";
    static final String LOST = "lost";
    static final String BROKEN = "broken";
    static final String DONE = "done";

    /** Prints a line. */
    static void say(String word, String text) {
        String line = word + " " + System.nanoTime() + " " + text.replace('\n', ' ');
        System.out.println(line.strip());
    }

    /** Parses a line; the incomplete line of a killed process yields an empty word. */
    static ClientLine parse(String line) {
        String[] parts = line.split(" ", 3);
        boolean whole = parts.length > 1 && parts[1].matches("-?[0-9]{1,18}");
        return whole
                ? new ClientLine(
                        parts[0], Long.parseLong(parts[1]), parts.length > 2 ? parts[2] : "")
                : new ClientLine("", 0, line);
    }
}
