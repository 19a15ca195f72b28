package dev.mangrove.bench.ordered;

import dev.mangrove.index.ordered.Design;

import java.util.Iterator;
import java.util.List;

/**
 * What is measured.
 *
 * @param fabric shm or tcp
 * @param design of the index
 * @param keys loaded
 * @param servers processes that hold them
 * @param clients processes that use them, one thread each
 * @param mix what they do
 * @param distribution on which keys: uniform or zipf
 * @param seconds time that is measured
 * @param warmUpSeconds time before that
 * @param scanLength keys of a range: in YCSB the most, otherwise all have so many
 * @param pageSize bytes of a page
 * @param fill share of each page that is loaded
 * @param cacheBytes memory of each client for inner pages
 * @param rounds of single operations beside bare reads of the same memory; 0 for none
 * @param verify whether to read all keys and verify the tree at the end
 */
public record BenchSettings(
        String fabric,
        Design design,
        long keys,
        int servers,
        int clients,
        Mix mix,
        String distribution,
        double seconds,
        double warmUpSeconds,
        long scanLength,
        int pageSize,
        double fill,
        long cacheBytes,
        int rounds,
        boolean verify) {
    private static final long SPARE_BYTES = 1L << 30;
    private static final long BYTES_PER_KEY = 128;

    /** Checks the numbers and names. */
    public BenchSettings {
        if (keys < 1 || keys >= Keys.MOST) {
            throw new IllegalArgumentException("keys: 1 to 2^39, not " + keys);
        }
        if (servers < 1 || clients < 1) {
            throw new IllegalArgumentException("there are at least one server and one client");
        }
        if (!fabric.equals("shm") && !fabric.equals("tcp")) {
            throw new IllegalArgumentException("no such fabric: " + fabric + "; shm or tcp");
        }
        if (!distribution.equals("uniform") && !distribution.equals("zipf")) {
            throw new IllegalArgumentException(
                    "no such distribution: " + distribution + "; uniform or zipf");
        }
        if (rounds > 0 && !fabric.equals("shm")) {
            throw new IllegalArgumentException("bare reads need the memory here, over shm");
        }
        if (!(seconds >= 0) || !(warmUpSeconds >= 0) || scanLength < 1) {
            throw new IllegalArgumentException("seconds=" + seconds + ", scanLength=" + scanLength);
        }
    }

    /** All of it as arguments of a process. */
    List<String> arguments() {
        return List.of(
                fabric,
                design.text(),
                Long.toString(keys),
                Integer.toString(servers),
                Integer.toString(clients),
                mix.name(),
                Integer.toString(mix.scans()),
                distribution,
                Double.toString(seconds),
                Double.toString(warmUpSeconds),
                Long.toString(scanLength),
                Integer.toString(pageSize),
                Double.toString(fill),
                Long.toString(cacheBytes),
                Integer.toString(rounds),
                Boolean.toString(verify));
    }

    /** Reads what {@link #arguments} wrote. */
    static BenchSettings parse(List<String> arguments) {
        Iterator<String> next = arguments.iterator();
        return new BenchSettings(
                next.next(),
                Design.of(next.next()),
                Long.parseLong(next.next()),
                Integer.parseInt(next.next()),
                Integer.parseInt(next.next()),
                Mix.of(next.next()).withScans(Integer.parseInt(next.next())),
                next.next(),
                Double.parseDouble(next.next()),
                Double.parseDouble(next.next()),
                Long.parseLong(next.next()),
                Integer.parseInt(next.next()),
                Double.parseDouble(next.next()),
                Long.parseLong(next.next()),
                Integer.parseInt(next.next()),
                Boolean.parseBoolean(next.next()));
    }

    /** Whether keys get other values. */
    boolean rewrites() {
        return mix.rewrites() || rounds > 0;
    }

    /** Memory that each server may grant; it is used only as it is needed. */
    long memoryLimit() {
        return keys * BYTES_PER_KEY + SPARE_BYTES;
    }
}
