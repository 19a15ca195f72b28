package dev.mangrove.server.service;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.bytes.tree.BytesChange;
import dev.mangrove.index.bytes.tree.BytesTree;
import dev.mangrove.index.bytes.tree.KeyRange;
import dev.mangrove.index.bytes.tree.TreeLoad;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.page.bytes.BytesPage;
import dev.mangrove.index.page.bytes.Extent;
import dev.mangrove.index.page.bytes.HeldExtents;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.BytesKind;
import dev.mangrove.index.wire.MalformedException;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.WireWriter;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.request.Peer;
import dev.mangrove.server.request.RefusedException;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.request.Request;
import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.state.ServerBytesTree;
import dev.mangrove.server.state.ServerContext;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Requests on the trees of byte strings of this server. */
final class BytesServices {
    private static final Logger LOG = System.getLogger(BytesServices.class.getName());

    /** Below two entries a page cannot be split. */
    private static final int LEAST_FANOUT = 2;

    /** Leaves of one part of a count. Chosen: some 100 us, as other threads wait meanwhile. */
    private static final int LEAVES_AT_ONCE = 256;

    /** Chosen: less than 2 ms, as heartbeats wait meanwhile. */
    private static final int LEAVES_OF_A_SWEEP = 8;

    private final ServerContext context;
    private final Map<Long, ServerBytesTree> trees = new ConcurrentHashMap<>();
    private final StagedBodies bodies = new StagedBodies(BytesKind.LONGEST_BODY);

    BytesServices(ServerContext context) {
        this.context = context;
    }

    void register(ServiceTable table) {
        table.register(BytesKind.OPEN, this::open)
                .register(BytesKind.GET, this::get)
                .register(BytesKind.CHANGE, this::change)
                .register(BytesKind.APPLY_ALL, this::applyAll)
                .register(BytesKind.TTL, this::ttl)
                .register(BytesKind.SCAN, this::scan)
                .register(BytesKind.COUNT, this::count)
                .register(BytesKind.LOAD_SOME, this::loadSome)
                .register(BytesKind.LOAD_END, this::loadEnd)
                .register(BytesKind.SURVEY, this::survey)
                .register(BytesKind.HOLD, this::hold)
                .register(BytesKind.STAGE, this::stage);
    }

    /** An index was dropped. */
    void dropped(long index) {
        trees.keySet().removeIf(tree -> TreeKind.index(tree) == index);
    }

    /** A connection has ended: its unfinished loads and requests, and its extents, are dropped. */
    void departed(Peer peer) {
        bodies.departed(peer);
        trees.values().forEach(tree -> tree.departed(peer));
    }

    private void open(Request request, Reply reply) {
        request.require(Words.bytes(3));
        long name = word(request, 0);
        long pageSize = word(request, 1);
        long fanout = word(request, 2);
        context.checkIndex(TreeKind.index(name));
        if (pageSize > IndexSpec.LARGEST_PAGE
                || fanout < LEAST_FANOUT
                || fanout > BytesPage.slots((int) pageSize)) {
            throw new IllegalArgumentException(
                    "no tree has these pages: pageSize=" + pageSize + ", fanout=" + fanout);
        }
        ServerBytesTree tree =
                trees.computeIfAbsent(
                        name,
                        id ->
                                SharedWords.holdingMonitor(
                                        () ->
                                                new ServerBytesTree(
                                                        context,
                                                        id,
                                                        (int) pageSize,
                                                        (int) fanout)));
        if (!tree.has((int) pageSize, (int) fanout)) {
            throw new IllegalArgumentException(
                    "the tree exists with other options, open it with these: pageSize="
                            + tree.pageSize()
                            + ", fanout="
                            + tree.fanout()
                            + ", asked for pageSize="
                            + pageSize
                            + ", fanout="
                            + fanout);
        }
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, tree.tree().anchor()));
    }

    private void get(Request request, Reply reply) {
        request.require(Words.bytes(2));
        byte[] key = bodies.body(request, 2, word(request, 1));
        byte[] value = tree(request).tree().get(key);
        answer(reply, value != null, value);
    }

    private void change(Request request, Reply reply) {
        request.require(Words.bytes(6));
        BytesChange change = BytesChange.of(Math.toIntExact(word(request, 1)));
        long ttl = word(request, 2);
        Strings strings = strings(request, 6, 3);
        BytesTree.Result result =
                tree(request)
                        .tree()
                        .change(change, strings.next(), strings.next(), strings.next(), ttl);
        answer(reply, result.met(), result.value());
    }

    private void ttl(Request request, Reply reply) {
        request.require(Words.bytes(2));
        byte[] key = bodies.body(request, 2, word(request, 1));
        long nanos = tree(request).tree().ttl(key);
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, nanos));
    }

    /**
     * Frees extents of clients that are gone, and removes expired entries, a few leaves of each
     * tree at a time. A damaged tree stays as is.
     */
    void sweep() {
        for (ServerBytesTree tree : trees.values()) {
            tree.releaseGone();
            try {
                tree.tree().sweep(LEAVES_OF_A_SWEEP);
            } catch (FabricException | RequestRefusedException e) {
                LOG.log(Level.DEBUG, "a tree is not swept", e);
            }
        }
    }

    private void applyAll(Request request, Reply reply) {
        request.require(Words.bytes(2));
        byte[] operations = bodies.body(request, 2, word(request, 1));
        reply.send(new BytesBatchExecution(tree(request).tree()).run(operations));
    }

    private static void answer(Reply reply, boolean met, byte @Nullable [] value) {
        int bytes = Words.bytes(2) + (value == null ? 0 : value.length);
        ByteBuffer answer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        answer.putLong(met ? 1 : 0).putLong(value == null ? BytesKind.ABSENT : value.length);
        if (value != null) {
            answer.put(value);
        }
        reply.send(answer.array());
    }

    private void scan(Request request, Reply reply) {
        request.require(Words.bytes(5));
        long flags = word(request, 2);
        KeyRange range = range(strings(request, 5, 3), flags);
        ScanAnswer answer = new ScanAnswer(word(request, 1), reply.capacity());
        boolean descending = (flags & BytesKind.DESCENDING) != 0;
        boolean more = tree(request).tree().scan(range, descending, answer);
        reply.send(answer.bytes(more));
    }

    private void count(Request request, Reply reply) {
        request.require(Words.bytes(4));
        KeyRange range = range(strings(request, 4, 2), word(request, 1));
        BytesTree.Count count = tree(request).tree().count(range, LEAVES_AT_ONCE);
        byte[] next = count.next();
        int bytes = Words.bytes(2) + (next == null ? 0 : next.length);
        ByteBuffer answer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        answer.putLong(count.keys()).putLong(next == null ? BytesKind.ABSENT : next.length);
        if (next != null) {
            answer.put(next);
        }
        reply.send(answer.array());
    }

    private static KeyRange range(Strings ends, long flags) {
        return new KeyRange(
                ends.nextOrNull(),
                (flags & BytesKind.LOW_INCLUDED) != 0,
                ends.nextOrNull(),
                (flags & BytesKind.HIGH_INCLUDED) != 0);
    }

    private void loadSome(Request request, Reply reply) {
        request.require(Words.bytes(3));
        ServerBytesTree tree = tree(request);
        try {
            ByteBuffer entries =
                    ByteBuffer.wrap(bodies.body(request, 3, word(request, 2)))
                            .order(ByteOrder.LITTLE_ENDIAN);
            double fill = Double.longBitsToDouble(word(request, 1));
            TreeLoad load = tree.load(request.peer(), fill);
            while (entries.hasRemaining()) {
                addTo(load, entries);
            }
        } catch (RuntimeException | Error e) {
            tree.dropLoad(request.peer());
            throw e;
        }
        reply.send(0);
    }

    private static void addTo(TreeLoad load, ByteBuffer entries) {
        boolean sound = entries.remaining() >= 2 * Integer.BYTES;
        int keyBytes = sound ? entries.getInt() : 0;
        int valueBytes = sound ? entries.getInt() : 0;
        int left = entries.remaining();
        if (!sound || keyBytes < 0 || keyBytes > left || valueBytes < 0) {
            throw new MalformedException("entries of a load end early: bytes left=" + left);
        }
        if (valueBytes > left - keyBytes) {
            throw new MalformedException("a value of a load ends early: length=" + valueBytes);
        }
        byte[] key = new byte[keyBytes];
        byte[] value = new byte[valueBytes];
        entries.get(key).get(value);
        load.add(key, value);
    }

    private void loadEnd(Request request, Reply reply) {
        request.require(Words.bytes(2));
        ServerBytesTree tree = tree(request);
        TreeLoad load = tree.endLoad(request.peer());
        long loaded = 0;
        if (load != null && word(request, 1) == 1) {
            loaded = adopt(tree.tree(), load);
        } else if (load != null) {
            load.abandon();
        }
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, loaded));
    }

    private static long adopt(BytesTree tree, TreeLoad load) {
        try {
            return tree.adopt(load);
        } catch (IllegalStateException e) {
            load.abandon();
            throw new RefusedException(Status.EXISTS, String.valueOf(e.getMessage()));
        } catch (RefusedException e) {
            load.abandon();
            throw e;
        }
    }

    private void survey(Request request, Reply reply) {
        request.require(Words.bytes(1));
        WireWriter out = new WireWriter();
        tree(request).releaseGone();
        tree(request).tree().survey().write(out);
        reply.send(out.toBytes());
    }

    private void hold(Request request, Reply reply) {
        request.require(Words.bytes(3));
        long bytes = word(request, 1);
        long number = word(request, 2);
        if (bytes < Extent.CONTENT
                || bytes > Extent.bytes(Extent.LONGEST)
                || number < 0
                || number > HeldExtents.PLACES) {
            throw new MalformedException("no extents: bytes=" + bytes + ", places=" + number);
        }
        request.require(Words.bytes(3 + (int) number));
        int[] places = new int[(int) number];
        long named = 0;
        for (int i = 0; i < places.length; i++) {
            long place = word(request, 3 + i);
            if (place < 0 || place >= HeldExtents.PLACES || (named & 1L << place) != 0) {
                throw new MalformedException("no place of a table, or named twice: place=" + place);
            }
            named |= 1L << place;
            places[i] = (int) place;
        }
        ServerBytesTree tree = tree(request);
        long table = tree.table(request.peer());
        int given = tree.tree().tables().refill(table, places, (int) bytes);
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, table, given));
    }

    private void stage(Request request, Reply reply) {
        bodies.stage(request);
        reply.send(0);
    }

    private ServerBytesTree tree(Request request) {
        long name = word(request, 0);
        ServerBytesTree tree = trees.get(name);
        if (tree == null) {
            throw new RefusedException(
                    Status.NOT_FOUND,
                    "there is no tree of an index with id " + TreeKind.index(name));
        }
        return tree;
    }

    /** The strings of a request whose lengths stand in its words from one on. */
    private Strings strings(Request request, int words, int firstLength) {
        long[] lengths = new long[words - firstLength];
        long total = 0;
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = word(request, firstLength + i);
            if (lengths[i] < BytesKind.ABSENT || lengths[i] > BytesKind.LONGEST_BODY) {
                throw new MalformedException("no length of a string: length=" + lengths[i]);
            }
            total += Math.max(0, lengths[i]);
        }
        return new Strings(bodies.body(request, words, total), lengths);
    }

    /** The strings of a body, one after the other. */
    private static final class Strings {
        private final byte[] body;
        private final long[] lengths;
        private int number;
        private int position;

        Strings(byte[] body, long[] lengths) {
            this.body = body;
            this.lengths = lengths;
        }

        byte[] next() {
            byte[] string = nextOrNull();
            return string == null ? new byte[0] : string;
        }

        byte @Nullable [] nextOrNull() {
            long length = lengths[number++];
            if (length == BytesKind.ABSENT) {
                return null;
            }
            int from = position;
            position += (int) length;
            return Arrays.copyOfRange(body, from, position);
        }
    }

    private static long word(Request request, int i) {
        return Words.get(request.memory(), Request.PAYLOAD, i);
    }
}
