package dev.mangrove.cli.demo;

import dev.mangrove.bench.report.Table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What came of the tour.
 *
 * @param fabric what the processes were connected by
 * @param rows what came of each step
 * @param counter what the shared counter holds at the end
 */
record DemoReport(String fabric, List<Row> rows, long counter) {
    private static final double MICROS = 1000;

    /**
     * One step.
     *
     * @param outcomes what came of it on each client
     * @param serverCores processor cores that all servers together used meanwhile
     */
    record Row(Step step, List<Outcome> outcomes, double serverCores) {
        long operations() {
            return outcomes.stream().mapToLong(Outcome::operations).sum();
        }

        double perSecond() {
            return outcomes.stream().mapToDouble(Outcome::perSecond).sum();
        }

        double medianMicros() {
            return outcomes.stream().mapToLong(Outcome::medianNanos).max().orElse(0) / MICROS;
        }

        double slowMicros() {
            return outcomes.stream().mapToLong(Outcome::slowNanos).max().orElse(0) / MICROS;
        }

        long failures() {
            return outcomes.stream().mapToLong(Outcome::failures).sum();
        }
    }

    /** Every increment counted and every word as it was written. */
    boolean isGood() {
        return counter == counted() && rows.stream().allMatch(row -> row.failures() == 0);
    }

    /** For people. */
    String text() {
        Table table =
                new Table("two clients together", "per second", "p50 µs", "p99 µs", "server cores");
        for (Row row : rows) {
            if (row.medianMicros() > 0) {
                table.row(
                        row.step().title(),
                        Math.round(row.perSecond()),
                        row.medianMicros(),
                        row.slowMicros(),
                        row.serverCores());
            }
        }
        StringBuilder text = new StringBuilder("\n").append(table).append('\n');
        text.append(
                String.format(
                        Locale.ROOT,
                        "counter   both clients added %,d in all, it holds %,d: %s%n",
                        counted(),
                        counter,
                        counter == counted() ? "exact" : "LOST UPDATES"));
        for (Row row : rows) {
            if (row.medianMicros() == 0) {
                text.append(
                        String.format(
                                Locale.ROOT,
                                "%-9s %s: %,d words compared, %s%n",
                                row.step().key(),
                                row.step().title(),
                                row.operations(),
                                row.failures() == 0 ? "all equal" : row.failures() + " DIFFER"));
            }
        }
        return text.append(remark()).append('\n').toString();
    }

    /** For programs. */
    Map<String, Object> json() {
        Map<String, Object> steps = new LinkedHashMap<>();
        for (Row row : rows) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("per_second", row.perSecond());
            fields.put("p50_us", row.medianMicros());
            fields.put("p99_us", row.slowMicros());
            fields.put("server_cores", row.serverCores());
            fields.put("failures", row.failures());
            steps.put(row.step().key(), fields);
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("fabric", fabric);
        all.put("servers", Stage.SERVERS);
        all.put("clients", Stage.CLIENTS);
        all.put("steps", steps);
        all.put("counter_expected", counted());
        all.put("counter_found", counter);
        all.put("one_sided_server_cores", oneSidedCores());
        all.put("good", isGood());
        return all;
    }

    private String remark() {
        return String.format(
                Locale.ROOT,
                fabric.equals("shm")
                        ? "servers   %.3f cores between the two of them during one-sided work: no"
                                + " server CPU touches it"
                        : "servers   %.3f cores during one-sided work: over TCP their I/O threads"
                                + " carry it out",
                oneSidedCores());
    }

    /** Processor cores of all servers during the measured one-sided steps. */
    private double oneSidedCores() {
        return rows.stream()
                .filter(row -> row.step().isOneSided() && row.medianMicros() > 0)
                .mapToDouble(Row::serverCores)
                .average()
                .orElse(0);
    }

    private long counted() {
        return rows.stream()
                .filter(row -> row.step().key().equals(Steps.COUNTER))
                .mapToLong(Row::operations)
                .sum();
    }
}
