package dev.mangrove.bench.ordered;

import dev.mangrove.AccessMode;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.ViewOptions;

import org.jspecify.annotations.Nullable;

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
 * @param rounds that compare gets, bundles of gets and puts, in shared memory also plain reads of
 *     the same memory; 0 for none
 * @param verify whether to read all keys and verify the tree at the end
 * @param mode access mode of the views; null for the default, in place where possible
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
        boolean verify,
        @Nullable AccessMode mode) {
    private static final String NO_MODE = "-";
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
        if (mode != null && !design.isChangedByServers()) {
            throw new IllegalArgumentException(
                    "mode="
                            + mode.text()
                            + " needs servers that answer reads: design must be coarse or cell, not"
                            + " "
                            + design.text());
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
                Boolean.toString(verify),
                mode == null ? NO_MODE : mode.text());
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
                Boolean.parseBoolean(next.next()),
                mode(next.next()));
    }

    private static @Nullable AccessMode mode(String text) {
        return text.equals(NO_MODE) ? null : AccessMode.of(text);
    }

    /** Options of a view; the server alone reads only if memory is not used in place. */
    ViewOptions view(@Nullable AccessMode by) {
        ViewOptions usual = ViewOptions.DEFAULT.withCacheBytes(cacheBytes);
        return by == null ? usual : usual.withAccess(by).withInPlace(by.mayOffload());
    }

    /** Whether clients have the servers' memory mapped. */
    boolean isMapped() {
        return fabric.equals("shm");
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
