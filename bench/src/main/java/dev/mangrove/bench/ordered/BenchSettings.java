package dev.mangrove.bench.ordered;

import dev.mangrove.index.ordered.Design;

import java.util.Iterator;
import java.util.List;

/**
 * Settings of {@code bench ordered}.
 *
 * @param fabric shm or tcp
 * @param design of the index
 * @param keys number of keys to load
 * @param servers number of server processes
 * @param clients number of client processes, one thread each
 * @param mix shares of the kinds of operation
 * @param distribution of the keys that operations ask for: uniform or zipf
 * @param seconds measured time
 * @param warmUpSeconds time before it
 * @param scanLength keys of a range; in YCSB's mixes the maximum
 * @param pageSize bytes of a page
 * @param fill share of each page that the bulk load fills
 * @param cacheBytes size of each client's cache of inner pages
 * @param rounds of gets and puts compared with plain reads of the same memory; 0 for none
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

    /** Rejects values out of range. */
    public BenchSettings {
        if (keys < 1 || keys >= Keys.MOST) {
            throw new IllegalArgumentException("keys: 1 to 2^39, not " + keys);
        }
        if (servers < 1 || clients < 1) {
            throw new IllegalArgumentException(
                    "servers=" + servers + ", clients=" + clients + ": both must be at least 1");
        }
        if (!fabric.equals("shm") && !fabric.equals("tcp")) {
            throw new IllegalArgumentException("no such fabric: " + fabric + "; shm or tcp");
        }
        if (!distribution.equals("uniform") && !distribution.equals("zipf")) {
            throw new IllegalArgumentException(
                    "no such distribution: " + distribution + "; uniform or zipf");
        }
        if (rounds > 0 && !fabric.equals("shm")) {
            throw new IllegalArgumentException(
                    "rounds="
                            + rounds
                            + " needs memory mapped into this process: fabric must be shm");
        }
        if (!(seconds >= 0) || !(warmUpSeconds >= 0) || scanLength < 1) {
            throw new IllegalArgumentException("seconds=" + seconds + ", scanLength=" + scanLength);
        }
    }

    /** Formats the settings as arguments of a client process. */
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

    /** Whether operations replace values of existing keys. */
    boolean rewrites() {
        return mix.rewrites() || rounds > 0;
    }

    /** Upper limit of the memory that each server grants; a server uses it only as needed. */
    long memoryLimit() {
        return keys * BYTES_PER_KEY + SPARE_BYTES;
    }
}
