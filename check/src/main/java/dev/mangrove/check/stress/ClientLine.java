package dev.mangrove.check.stress;

/**
 * Lines that a client process says to its parent: a word, a time and a text.
 *
 * <pre>
 *  ready TIME            connected, waits for the line "START END"
 *  lost TIME TEXT        a connection broke; the client connects anew and goes on
 *  broken TIME TEXT      something failed that must not
 *  done TIME             all threads have come to their end
 * </pre>
 *
 * @param word what happened
 * @param time when
 * @param text more about it
 */
record ClientLine(String word, long time, String text) {
    static final String READY = "ready";
    static final String LOST = "lost";
    static final String BROKEN = "broken";
    static final String DONE = "done";

    /** Says it. */
    static void say(String word, String text) {
        String line = word + " " + System.nanoTime() + " " + text.replace('\n', ' ');
        System.out.println(line.strip());
    }

    /** A line as it was said; one that a dying process has not finished has no meaning. */
    static ClientLine parse(String line) {
        String[] parts = line.split(" ", 3);
        boolean whole = parts.length > 1 && parts[1].matches("-?[0-9]{1,18}");
        return whole
                ? new ClientLine(
                        parts[0], Long.parseLong(parts[1]), parts.length > 2 ? parts[2] : "")
                : new ClientLine("", 0, line);
    }
}
