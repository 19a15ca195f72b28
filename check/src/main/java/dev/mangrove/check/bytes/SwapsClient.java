package dev.mangrove.check.bytes;

import dev.mangrove.check.Findings;
import dev.mangrove.check.history.History;
import dev.mangrove.index.bytes.direct.DirectGets;
import dev.mangrove.index.bytes.direct.DirectOutcome;
import dev.mangrove.index.bytes.direct.DirectPuts;
import dev.mangrove.index.bytes.direct.DirectScan;
import dev.mangrove.index.bytes.direct.DirectTree;
import dev.mangrove.index.bytes.direct.PutOutcome;
import dev.mangrove.index.bytes.tree.BytesChange;
import dev.mangrove.index.bytes.tree.BytesTree;
import dev.mangrove.index.bytes.tree.KeyRange;
import dev.mangrove.index.page.bytes.ClientExtents;
import dev.mangrove.sim.SimHost;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A process of {@link SwapsCheck}: reads and replaces in place, and asks the server for the rest.
 */
final class SwapsClient {
    private static final byte[] NOTHING = {};

    /** Between two looks at an answer. */
    private static final long PAUSE_NANOS = 300;

    /** Extents asked for at a time. Chosen: sizes take places from each other. */
    private static final int AT_ONCE = 24;

    /** Bytes of long values, less 9. Chosen: extents of three sizes. */
    private static final int[] TAILS = {130, 10, 60};

    /** Sizes of extents. */
    static final int MOST_SIZES = TAILS.length;

    private static final int LENGTHS = 499;

    /** Stores of a replacement beside the words of its value. */
    private static final int OTHER_STORES = 7;

    /** Values that are different. Chosen: more than a client writes. */
    private static final long VALUES = 100_000;

    private final SimHost host;
    private final SwapsServer server;
    private final History history;
    private final Findings findings;
    private final SplittableRandom random;
    private final int client;
    private final int keys;
    private final boolean longKeys;
    private final int sizes;
    private final DirectTree tree;
    private final DirectGets gets;
    private final DirectPuts puts;
    private final ClientExtents extents;
    private final Map<Integer, Long> seen = new HashMap<>();
    private SwapsServer.@Nullable Request<?> asked;
    private int replacements;
    private long table;
    private long written;

    SwapsClient(
            SimHost host,
            SwapsServer server,
            History history,
            Findings findings,
            SplittableRandom random,
            int client,
            int keys,
            boolean longKeys,
            int sizes) {
        this.host = host;
        this.server = server;
        this.history = history;
        this.findings = findings;
        this.random = random;
        this.client = client;
        this.keys = keys;
        this.longKeys = longKeys;
        this.sizes = sizes;
        this.tree =
                new DirectTree(
                        server.memory(),
                        server.tree().anchor(),
                        server.pageSize(),
                        server.tag(),
                        random.nextInt(3));
        this.gets = new DirectGets(tree);
        this.extents = new ClientExtents(server.memory());
        this.puts = new DirectPuts(tree, extents);
    }

    /** Whether nothing of it can change the tree any more. */
    boolean isGone() {
        SwapsServer.Request<?> last = asked;
        return !host.isAlive() && (last == null || last.isDone());
    }

    /** Its table; 0 if it has none. */
    long table() {
        return table;
    }

    void work(int operations) {
        for (int i = 0; i < operations; i++) {
            step(random.nextInt(keys));
            findings.operation();
        }
    }

    private void step(int key) {
        switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4 -> get(key);
            case 5 -> scan();
            case 6 -> getAll();
            case 7, 8 -> delete(key);
            case 9, 10 -> getAndPut(key);
            case 11, 12 -> replace(key);
            case 13 -> putByServer(key);
            default -> put(key);
        }
    }

    private void get(int key) {
        int op = history.invokeGet(client, key, findings.tick());
        DirectOutcome outcome = tree.get(string(key));
        byte[] value =
                outcome == DirectOutcome.ASK
                        ? ask(all -> new Found(all.get(string(key)))).value
                        : tree.value();
        found(op, key, value);
    }

    @SuppressWarnings("ArrayRecordComponent") // Not compared.
    private record Found(byte @Nullable [] value) {}

    private void found(int op, int key, byte @Nullable [] value) {
        if (value == null) {
            history.foundAbsent(op, findings.tick());
        } else {
            long number = HardStrings.valueOf(value);
            seen.put(key, number);
            history.found(op, number, findings.tick());
        }
    }

    private void getAll() {
        byte[][] strings = new byte[keys][];
        gets.begin(strings);
        byte[] @Nullable [] values = new byte[keys] @Nullable [];
        int[] ops = new int[keys];
        for (int key = 0; key < keys; key++) {
            ops[key] = history.invokeGet(client, key, findings.tick());
            strings[key] = string(key);
            gets.add(key);
        }
        int asks = gets.run(values);
        for (int i = 0; i < asks; i++) {
            int key = gets.asked(i);
            values[key] = ask(all -> new Found(all.get(strings[key]))).value;
        }
        for (int key = 0; key < keys; key++) {
            found(ops[key], key, values[key]);
        }
    }

    /** Each entry of a scan is as it was at some moment of the scan. */
    private void scan() {
        long start = findings.tick();
        boolean descending = random.nextBoolean();
        DirectScan scan = new DirectScan(tree);
        byte[] @Nullable [] values = new byte[keys] @Nullable [];
        scan.begin(KeyRange.ALL);
        // Ends: each turn reads a leaf of other keys, or gives up.
        while (scan.hasMore()) {
            if (!scan.read(descending, Long.MAX_VALUE)) {
                return;
            }
            for (int i = 0; i < scan.count(); i++) {
                values[numberOf(scan.key(i))] = scan.value(i);
            }
        }
        for (int key = 0; key < keys; key++) {
            found(history.invokeGet(client, key, start), key, values[key]);
        }
    }

    private void put(int key) {
        long invoked = findings.tick();
        long value = value();
        int op = history.invokePut(client, key, value, invoked);
        if (inPlace(key, HardStrings.value(value), null) == PutOutcome.REPLACED) {
            done(op, history.invokePutIfPresent(client, key, value, invoked));
        } else {
            putByServer(op, key, value, invoked);
        }
    }

    private void putByServer(int key) {
        long invoked = findings.tick();
        long value = value();
        putByServer(history.invokePut(client, key, value, invoked), key, value, invoked);
    }

    private void putByServer(int op, int key, long value, long invoked) {
        if (change(BytesChange.PUT, key, HardStrings.value(value), NOTHING).met()) {
            history.foundAbsent(op, findings.tick());
        } else {
            done(op, history.invokePutIfPresent(client, key, value, invoked));
        }
    }

    /** What was an operation with an unknown result is one with a known result. */
    private void done(int unknown, int known) {
        long responded = findings.tick();
        history.failed(unknown, responded);
        history.succeeded(known, responded);
    }

    private void getAndPut(int key) {
        long invoked = findings.tick();
        long value = value();
        int op = history.invokePut(client, key, value, invoked);
        byte[] before;
        if (inPlace(key, HardStrings.value(value), null) == PutOutcome.REPLACED) {
            before = puts.replaced();
        } else {
            before =
                    change(BytesChange.GET_AND_PUT, key, HardStrings.value(value), NOTHING).value();
        }
        if (before == null) {
            history.foundAbsent(op, findings.tick());
        } else {
            long expected = HardStrings.valueOf(before);
            done(op, history.invokeReplace(client, key, expected, value, invoked));
        }
    }

    private void replace(int key) {
        long expected = seen.getOrDefault(key, -1L);
        long value = value();
        int op = history.invokeReplace(client, key, expected, value, findings.tick());
        byte[] before = HardStrings.value(expected);
        PutOutcome outcome = inPlace(key, HardStrings.value(value), before);
        boolean met =
                outcome == PutOutcome.REPLACED
                        || (outcome != PutOutcome.DIFFERENT
                                && change(
                                                BytesChange.REPLACE,
                                                key,
                                                HardStrings.value(value),
                                                before)
                                        .met());
        conditional(op, met);
    }

    private void delete(int key) {
        int op = history.invokeDelete(client, key, findings.tick());
        conditional(op, change(BytesChange.DELETE, key, NOTHING, NOTHING).met());
    }

    private void conditional(int op, boolean met) {
        if (met) {
            history.succeeded(op, findings.tick());
        } else {
            history.refused(op, findings.tick());
        }
    }

    private PutOutcome inPlace(int key, byte[] value, byte @Nullable [] expected) {
        if (!ClientExtents.canHold(value.length)) {
            return PutOutcome.ASK;
        }
        PutOutcome outcome = puts.replace(string(key), value, expected);
        if (outcome == PutOutcome.NO_EXTENT) {
            hold(value.length);
            outcome = puts.replace(string(key), value, expected);
        }
        if (outcome == PutOutcome.REPLACED && --replacements == 0) {
            dieAtOneOfTheNextStores();
        }
        return outcome;
    }

    /** Lets the process die at a store of the replacement after so many. */
    void dieAtReplacement(int number) {
        replacements = number;
    }

    /** Half of the time at the store after the swap, if the next value has the most common size. */
    private void dieAtOneOfTheNextStores() {
        int words = (1 + Long.BYTES + TAILS[0] + Long.BYTES - 1) / Long.BYTES;
        int stores = words + OTHER_STORES;
        host.crashAtStore(random.nextBoolean() ? stores : 1 + random.nextInt(stores));
    }

    private void hold(int length) {
        if (table == 0) {
            table = ask(all -> all.tables().open());
        }
        int[] places = extents.choose(AT_ONCE);
        int given = ask(all -> all.tables().refill(table, places, ClientExtents.bytes(length)));
        extents.granted(table, places);
        if (given != AT_ONCE) {
            findings.violation("a server with memory grants no extents");
        }
    }

    private BytesTree.Result change(BytesChange change, int key, byte[] value, byte[] expected) {
        return ask(all -> all.change(change, string(key), value, expected));
    }

    private <T> T ask(Function<BytesTree, T> work) {
        SwapsServer.Request<T> request = server.send(work);
        asked = request;
        // Ends: the server executes all requests.
        while (!request.isDone()) {
            host.sleep(PAUSE_NANOS);
        }
        return request.result();
    }

    private byte[] string(int key) {
        return HardStrings.key(longKeys ? key : (long) key << 56);
    }

    private int numberOf(byte[] key) {
        long number = HardStrings.number(key);
        return (int) (longKeys ? number : number >>> 56);
    }

    /** Most values lie in extents; each is written once. */
    private long value() {
        long number = client * VALUES + ++written;
        int tail = TAILS[random.nextInt(sizes)];
        long longOne = 3 * (number * LENGTHS + tail);
        return random.nextInt(12) == 0 ? longOne + 1 : longOne;
    }
}
