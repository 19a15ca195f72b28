package dev.mangrove.cli.demo;

import java.util.List;

/**
 * What came of a step on one client.
 *
 * @param operations how often it was done in all
 * @param measured how often after it had become warm
 * @param nanos in what time
 * @param medianNanos time of one operation, half of them are faster
 * @param slowNanos time of one operation, 99 of 100 are faster
 * @param failures what was found wrong; 0 is good
 */
record Outcome(
        long operations,
        long measured,
        long nanos,
        long medianNanos,
        long slowNanos,
        long failures) {
    private static final String SEPARATOR = " ";

    /** As a line that the command reads. */
    String line() {
        return String.join(
                SEPARATOR,
                List.of(
                        Long.toString(operations),
                        Long.toString(measured),
                        Long.toString(nanos),
                        Long.toString(medianNanos),
                        Long.toString(slowNanos),
                        Long.toString(failures)));
    }

    static Outcome parse(String line) {
        String[] fields = line.split(SEPARATOR, -1);
        return new Outcome(
                Long.parseLong(fields[0]),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[2]),
                Long.parseLong(fields[3]),
                Long.parseLong(fields[4]),
                Long.parseLong(fields[5]));
    }

    double perSecond() {
        return measured * 1e9 / Math.max(1, nanos);
    }
}
