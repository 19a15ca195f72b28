package dev.mangrove.peers.ordered;

import dev.mangrove.bench.ordered.Keys;
import dev.mangrove.bench.ordered.Mix;
import dev.mangrove.bench.ordered.Popularity;
import dev.mangrove.bench.ordered.ScanCheck;
import dev.mangrove.peers.Measured;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * One thread's operations on one system; each answer is checked. A worker changes only keys of its
 * own, so that it can check the values of its last changes. At the end of a phase it deletes the
 * keys that it inserted.
 */
final class OrderedPeerWorker implements AutoCloseable {
    private static final int BLOCK = 32;
    private static final int RANGE = 100;
    private static final int DEPTH = 100;
    private static final int REMEMBERED = 256;

    private final OrderedPeer peer;
    private final long loaded;
    private final int number;
    private final int workers;
    private final Keys keys;
    private final Map<String, Popularity> popularities = new HashMap<>();
    private final Popularity latest;
    private final long[] rangeKeys = new long[RANGE];
    private final long[] rangeValues = new long[RANGE];
    private final long[] writtenKeys = new long[REMEMBERED];
    private final long[] writtenValues = new long[REMEMBERED];
    private final long[] batchKeys = new long[DEPTH];
    private final long[] batchValues = new long[DEPTH];
    private Popularity popularity;
    private SplittableRandom random = new SplittableRandom(0);
    private Measured measured = new Measured();
    private long written;
    private long inserted;

    OrderedPeerWorker(OrderedPeer peer, long loaded, int number, int workers) {
        this.peer = peer;
        this.loaded = loaded;
        this.number = number;
        this.workers = workers;
        this.keys = new Keys(loaded, workers);
        this.latest = Popularity.latest(loaded);
        this.popularity = Popularity.of("uniform", loaded);
    }

    boolean isPipelined() {
        return peer instanceof PipelinedPeer;
    }

    /** Repeats an operation for the given time, then checks the last changes. */
    Measured run(
            Operation operation,
            String distribution,
            boolean pipelined,
            double seconds,
            long seed) {
        measured = new Measured();
        random = new SplittableRandom(seed);
        popularity =
                popularities.computeIfAbsent(distribution, name -> Popularity.of(name, loaded));
        written = 0;
        if (operation.single() == Operation.Single.DELETE) {
            prepareDeletes(pipelined, seconds);
        }
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        long done = 0;
        long now = start;
        while (now - end < 0) {
            int some = pipelined ? pipelined(operation) : block(operation);
            done += some;
            now = System.nanoTime();
            if (some == 0) {
                break;
            }
        }
        measured.ends(done, now - start);
        checkWritten();
        removeInserted();
        return measured;
    }

    /** Executes a block of operations and times the last one; returns their number. */
    private int block(Operation operation) {
        switch (operation.single()) {
            case GET -> gets();
            case UPDATE -> updates();
            case INSERT -> inserts();
            case DELETE -> {
                if (inserted < BLOCK) {
                    return 0;
                }
                deletes();
            }
            case RANGE -> ranges();
            case MIXED -> mixed(operation.mix());
        }
        return BLOCK;
    }

    private void gets() {
        for (int i = 1; i < BLOCK; i++) {
            get(Keys.key(popularity.next(random)));
        }
        long key = Keys.key(popularity.next(random));
        long start = System.nanoTime();
        get(key);
        measured.latency(System.nanoTime() - start);
    }

    private void updates() {
        for (int i = 1; i < BLOCK; i++) {
            update(ownKey());
        }
        long key = ownKey();
        long start = System.nanoTime();
        update(key);
        measured.latency(System.nanoTime() - start);
    }

    private void inserts() {
        for (int i = 1; i < BLOCK; i++) {
            insert();
        }
        long start = System.nanoTime();
        insert();
        measured.latency(System.nanoTime() - start);
    }

    private void deletes() {
        for (int i = 1; i < BLOCK; i++) {
            delete();
        }
        long start = System.nanoTime();
        delete();
        measured.latency(System.nanoTime() - start);
    }

    private void ranges() {
        for (int i = 1; i < BLOCK; i++) {
            range(RANGE);
        }
        long start = System.nanoTime();
        range(RANGE);
        measured.latency(System.nanoTime() - start);
    }

    private void mixed(@Nullable Mix mix) {
        if (mix == null) {
            throw new IllegalArgumentException("operation MIXED needs a mix");
        }
        for (int i = 1; i < BLOCK; i++) {
            step(mix);
        }
        long start = System.nanoTime();
        step(mix);
        measured.latency(System.nanoTime() - start);
    }

    private void step(Mix mix) {
        switch (mix.kind(random.nextInt(100))) {
            case READ -> get(mix.latest() ? latestKey() : Keys.key(popularity.next(random)));
            case INSERT -> insert();
            case UPDATE -> update(ownKey());
            case SCAN -> range(1 + random.nextInt(RANGE));
            case READ_AND_WRITE -> {
                long key = ownKey();
                get(key);
                update(key);
            }
        }
    }

    private long ownKey() {
        long rank = popularity.next(random);
        long own = rank - rank % workers + number;
        return Keys.key(own < loaded ? own : number % loaded);
    }

    private long latestKey() {
        long age = latest.next(random);
        return age < inserted
                ? keys.inserted(number, inserted - 1 - age)
                : Keys.key(loaded - 1 - (age - inserted) % loaded);
    }

    private void get(long key) {
        long value = peer.get(key);
        if (!Keys.fits(key, value, true)) {
            measured.wrong("get " + key + " = " + value);
        }
    }

    private void update(long key) {
        long value = Keys.value(key, random.nextInt());
        peer.update(key, value);
        remember(key, value);
    }

    private void insert() {
        long key = keys.inserted(number, inserted++);
        peer.insert(key, Keys.value(key));
        remember(key, Keys.value(key));
    }

    private void delete() {
        long key = keys.inserted(number, --inserted);
        peer.delete(key);
        remember(key, OrderedPeer.ABSENT);
    }

    private void remember(long key, long value) {
        int at = (int) (written++ % REMEMBERED);
        writtenKeys[at] = key;
        writtenValues[at] = value;
    }

    private void range(int length) {
        long first = popularity.next(random);
        long[] foundKeys = length == RANGE ? rangeKeys : new long[length];
        int found = peer.range(Keys.key(first), foundKeys, rangeValues);
        ScanCheck check = new ScanCheck(first, true);
        for (int i = 0; i < found; i++) {
            check.entry(foundKeys[i], rangeValues[i]);
        }
        String fault = check.faultOfLimited(length, loaded);
        if (!fault.isEmpty()) {
            measured.wrong("range from rank " + first + ": " + fault);
        }
    }

    /** Executes a pipelined batch; returns its size. Its latency is that of the whole batch. */
    private int pipelined(Operation operation) {
        PipelinedPeer many = (PipelinedPeer) peer;
        if (operation.single() == Operation.Single.DELETE && inserted < DEPTH) {
            return 0;
        }
        fillBatch(operation.single());
        long start = System.nanoTime();
        switch (operation.single()) {
            case GET -> {
                many.getAll(batchKeys, batchValues);
                checkBatch();
            }
            case UPDATE -> many.updateAll(batchKeys, batchValues);
            case INSERT -> many.insertAll(batchKeys, batchValues);
            case DELETE -> many.deleteAll(batchKeys);
            case RANGE, MIXED -> throw new IllegalArgumentException("not pipelined: " + operation);
        }
        measured.latency(System.nanoTime() - start);
        return DEPTH;
    }

    private void fillBatch(Operation.Single single) {
        for (int i = 0; i < DEPTH; i++) {
            switch (single) {
                case GET -> batchKeys[i] = Keys.key(popularity.next(random));
                case UPDATE -> batch(i, ownKey(), random.nextInt());
                case INSERT -> batch(i, keys.inserted(number, inserted++), 0);
                default -> {
                    batchKeys[i] = keys.inserted(number, --inserted);
                    remember(batchKeys[i], OrderedPeer.ABSENT);
                }
            }
        }
    }

    private void batch(int at, long key, long version) {
        batchKeys[at] = key;
        batchValues[at] = Keys.value(key, version);
        remember(key, batchValues[at]);
    }

    private void checkBatch() {
        for (int i = 0; i < DEPTH; i++) {
            if (!Keys.fits(batchKeys[i], batchValues[i], true)) {
                measured.wrong("get " + batchKeys[i] + " = " + batchValues[i]);
            }
        }
    }

    /** Reads the keys of the last changes; each must have its last value. */
    private void checkWritten() {
        Map<Long, Long> expected = new HashMap<>();
        for (long i = Math.max(0, written - REMEMBERED); i < written; i++) {
            int at = (int) (i % REMEMBERED);
            expected.put(writtenKeys[at], writtenValues[at]);
        }
        expected.forEach(
                (key, value) -> {
                    long found = peer.get(key);
                    if (found != value) {
                        measured.wrong(key + " = " + found + " after " + value + " was written");
                    }
                });
    }

    /** Inserts keys to delete, for as long as the deletes will be measured. */
    private void prepareDeletes(boolean pipelined, double seconds) {
        Operation insert = Operation.of("insert");
        Measured before = measured;
        measured = new Measured();
        long end = System.nanoTime() + (long) (seconds * 1e9);
        do {
            int _ = pipelined ? pipelined(insert) : block(insert);
        } while (System.nanoTime() - end < 0);
        measured = before;
        written = 0;
    }

    private void removeInserted() {
        while (inserted >= DEPTH && peer instanceof PipelinedPeer many) {
            for (int i = 0; i < DEPTH; i++) {
                batchKeys[i] = keys.inserted(number, --inserted);
            }
            many.deleteAll(batchKeys);
        }
        while (inserted > 0) {
            peer.delete(keys.inserted(number, --inserted));
        }
    }

    @Override
    public void close() {
        peer.close();
    }
}
