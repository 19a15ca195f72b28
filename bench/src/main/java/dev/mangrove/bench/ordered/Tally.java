package dev.mangrove.bench.ordered;

import dev.mangrove.index.ordered.OrderedCosts;

import org.HdrHistogram.Histogram;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.DataFormatException;

/** Counts, latencies and costs of one client's operations, and its wrong answers. */
final class Tally {
    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final int DIGITS = 3;
    private static final String NOTHING = "-";

    /** Costs, in the order of {@link #line}. */
    enum Cost {
        OPERATIONS,
        ROUND_TRIPS,
        BYTES_READ,
        BYTES_WRITTEN,
        ATOMICS,
        MESSAGES
    }

    private final Map<Kind, Histogram> latencies = new EnumMap<>(Kind.class);
    private final Map<Cost, Long> costs = new EnumMap<>(Cost.class);
    private double seconds;
    private long wrong;
    private String firstWrong = "";

    /** Adds an operation that took {@code nanos}. */
    void record(Kind kind, long nanos) {
        Histogram histogram = latencies.get(kind);
        if (histogram == null) {
            histogram = new Histogram(LONGEST_NANOS, DIGITS);
            latencies.put(kind, histogram);
        }
        histogram.recordValue(Math.clamp(nanos, 0, LONGEST_NANOS));
    }

    /** Counts a wrong answer and keeps the first description. */
    void wrong(String what) {
        if (wrong++ == 0) {
            firstWrong = what;
        }
    }

    /** Ends a run of {@code taken} seconds; its costs are {@code after - before}. */
    void ends(double taken, OrderedCosts before, OrderedCosts after) {
        seconds = taken;
        costs.put(Cost.OPERATIONS, after.operations() - before.operations());
        costs.put(Cost.ROUND_TRIPS, after.roundTrips() - before.roundTrips());
        costs.put(Cost.BYTES_READ, after.bytesRead() - before.bytesRead());
        costs.put(Cost.BYTES_WRITTEN, after.bytesWritten() - before.bytesWritten());
        costs.put(Cost.ATOMICS, after.atomics() - before.atomics());
        costs.put(Cost.MESSAGES, after.messages() - before.messages());
    }

    /** Adds the operations of another client that ran at the same time. */
    void add(Tally other) {
        other.latencies.forEach(this::add);
        other.costs.forEach((cost, amount) -> costs.merge(cost, amount, Long::sum));
        seconds = Math.max(seconds, other.seconds);
        firstWrong = firstWrong.isEmpty() ? other.firstWrong : firstWrong;
        wrong += other.wrong;
    }

    private void add(Kind kind, Histogram histogram) {
        Histogram mine = latencies.get(kind);
        if (mine == null) {
            latencies.put(kind, histogram.copy());
        } else {
            mine.add(histogram);
        }
    }

    /** Operations of all kinds. */
    long operations() {
        return latencies.values().stream().mapToLong(Histogram::getTotalCount).sum();
    }

    /** Operations of one kind. */
    long operations(Kind kind) {
        Histogram histogram = latencies.get(kind);
        return histogram == null ? 0 : histogram.getTotalCount();
    }

    Map<Kind, Histogram> latencies() {
        return latencies;
    }

    /** Latencies of all kinds together. */
    Histogram allLatencies() {
        Histogram all = new Histogram(LONGEST_NANOS, DIGITS);
        latencies.values().forEach(all::add);
        return all;
    }

    double seconds() {
        return seconds;
    }

    long wrong() {
        return wrong;
    }

    String firstWrong() {
        return firstWrong;
    }

    /** Average cost of one operation; NaN if there was none. */
    double perOperation(Cost cost) {
        return (double) costs.getOrDefault(cost, 0L) / operations();
    }

    /** Formats the tally as one line. */
    String line() {
        StringBuilder line = new StringBuilder();
        line.append(seconds).append(' ').append(wrong).append(' ');
        line.append(firstWrong.isEmpty() ? NOTHING : firstWrong.replace(' ', '_'));
        for (Cost cost : Cost.values()) {
            line.append(' ').append(costs.getOrDefault(cost, 0L));
        }
        for (Kind kind : Kind.values()) {
            Histogram histogram = latencies.get(kind);
            line.append(' ').append(histogram == null ? NOTHING : encoded(histogram));
        }
        return line.toString();
    }

    /** Reads what {@link #line} wrote. */
    static Tally parse(String line) {
        String[] parts = line.split(" ", -1);
        if (parts.length != 3 + Cost.values().length + Kind.values().length) {
            throw new IllegalArgumentException("not a tally: " + line);
        }
        Tally tally = new Tally();
        tally.seconds = Double.parseDouble(parts[0]);
        tally.wrong = Long.parseLong(parts[1]);
        tally.firstWrong = parts[2].equals(NOTHING) ? "" : parts[2].replace('_', ' ');
        int part = 3;
        for (Cost cost : Cost.values()) {
            tally.costs.put(cost, Long.parseLong(parts[part++]));
        }
        for (Kind kind : Kind.values()) {
            String text = parts[part++];
            if (!text.equals(NOTHING)) {
                tally.latencies.put(kind, decoded(text));
            }
        }
        return tally;
    }

    private static String encoded(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    private static Histogram decoded(String text) {
        try {
            ByteBuffer buffer = ByteBuffer.wrap(Base64.getDecoder().decode(text));
            return Histogram.decodeFromCompressedByteBuffer(buffer, LONGEST_NANOS);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("not a histogram: " + text, e);
        }
    }
}
