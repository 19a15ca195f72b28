package dev.mangrove.bench.ordered;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;

import java.util.random.RandomGenerator;

/** One client's operations; each answer is checked. */
final class Workload {
    /** Stands for "no entry"; as a value it belongs to one key of 2^40. */
    private static final long ABSENT = -1;

    private final OrderedIndex index;
    private final BenchSettings settings;
    private final Keys keys;
    private final Host host;
    private final int client;
    private final RandomGenerator random;
    private final Popularity popularity;
    private final Popularity latest;
    private long inserted;
    private Tally tally = new Tally();

    Workload(OrderedIndex index, BenchSettings settings, Host host, int client) {
        this.index = index;
        this.settings = settings;
        this.host = host;
        this.client = client;
        this.keys = new Keys(settings.keys(), settings.clients());
        this.random = new java.util.SplittableRandom(client);
        this.popularity = Popularity.of(settings.distribution(), settings.keys());
        this.latest = Popularity.latest(settings.keys());
    }

    /** Executes operations for the given time. */
    Tally run(double seconds) {
        tally = new Tally();
        var before = index.costs();
        long start = host.nanoTime();
        long end = start + (long) (seconds * 1e9);
        long now = start;
        while (now - end < 0) {
            Kind kind = settings.mix().kind(random.nextInt(100));
            step(kind);
            long after = host.nanoTime();
            tally.record(kind, after - now);
            now = after;
        }
        tally.ends((now - start) / 1e9, before, index.costs());
        return tally;
    }

    /** Number of keys that this client has inserted. */
    long inserted() {
        return inserted;
    }

    private void step(Kind kind) {
        switch (kind) {
            case READ -> read(key());
            case INSERT -> insert();
            case UPDATE -> update(loadedKey());
            case SCAN -> scan();
            case READ_AND_WRITE -> readAndWrite(loadedKey());
        }
    }

    private long loadedKey() {
        return Keys.key(popularity.next(random));
    }

    private long key() {
        if (!settings.mix().latest()) {
            return loadedKey();
        }
        long age = latest.next(random);
        return age < inserted
                ? keys.inserted(client, inserted - 1 - age)
                : Keys.key(settings.keys() - 1 - (age - inserted));
    }

    private long read(long key) {
        long value = index.getOrDefault(key, ABSENT);
        if (!Keys.fits(key, value, settings.rewrites())) {
            tally.wrong("get " + key + " = " + value);
        }
        return value;
    }

    private void insert() {
        long key = keys.inserted(client, inserted++);
        if (!index.put(key, Keys.value(key))) {
            tally.wrong("insert " + key + " found it");
        }
    }

    private void update(long key) {
        if (index.put(key, Keys.value(key, random.nextInt()))) {
            tally.wrong("update: key " + key + " is missing");
        }
    }

    /** Reads a key and replaces its value; a failed replace is no fault, as clients race. */
    private void readAndWrite(long key) {
        long value = read(key);
        boolean _ = index.replace(key, value, Keys.value(key, value + 1));
    }

    private void scan() {
        long first = popularity.next(random);
        boolean limited = settings.mix().scanning() == Mix.Scanning.SHORT;
        long length = limited ? 1 + random.nextLong(settings.scanLength()) : settings.scanLength();
        long last = Math.min(first + length, settings.keys()) - 1;
        RangeQuery query =
                limited
                        ? RangeQuery.atLeast(Keys.key(first)).limit(length)
                        : RangeQuery.between(Keys.key(first), Keys.lastOf(last));
        ScanCheck check = new ScanCheck(first, settings.rewrites());
        try (Cursor cursor = index.range(query)) {
            while (cursor.next()) {
                check.entry(cursor.key(), cursor.value());
            }
        }
        String fault =
                limited ? check.faultOfLimited(length, settings.keys()) : check.faultUpTo(last);
        if (!fault.isEmpty()) {
            tally.wrong("scan from rank " + first + ": " + fault);
        }
    }
}
