package dev.mangrove.server.service;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.rtree.LocalSpatialTree;
import dev.mangrove.index.rtree.SpatialCodes;
import dev.mangrove.index.rtree.TreeShape;
import dev.mangrove.index.rtree.load.ObjectTable;
import dev.mangrove.index.rtree.tree.TreeEndedException;
import dev.mangrove.index.spatial.Place;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.wire.SpatialKind;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.WireWriter;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.request.Peer;
import dev.mangrove.server.request.RefusedException;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.request.Request;
import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.state.ServerContext;
import dev.mangrove.server.state.ServerSpatialTree;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Requests on the spatial trees of this server. */
final class SpatialServices {
    /** In the answer to an operation that finds no object. */
    private static final Place NOWHERE = new Place(0, 0, 0, 0);

    private final ServerContext context;
    private final Map<Long, ServerSpatialTree> trees = new ConcurrentHashMap<>();
    private final PayloadServices payloads = new PayloadServices(this::tree);

    SpatialServices(ServerContext context) {
        this.context = context;
    }

    void register(ServiceTable table) {
        payloads.register(table);
        table.register(SpatialKind.OPEN, this::open)
                .register(SpatialKind.CHANGE, this::change)
                .register(SpatialKind.GET, this::get)
                .register(SpatialKind.APPLY_ALL, this::applyAll)
                .register(SpatialKind.APPLY_MIXED, this::applyMixed)
                .register(SpatialKind.SEARCH, this::search)
                .register(SpatialKind.NEAREST, this::nearest)
                .register(SpatialKind.COUNT, this::count)
                .register(SpatialKind.LOAD_SOME, this::loadSome)
                .register(SpatialKind.LOAD_END, this::loadEnd)
                .register(SpatialKind.WALK, this::walk)
                .register(SpatialKind.PROFILE, this::profile)
                .register(SpatialKind.REFINEMENT, this::refinement);
    }

    /** An index was dropped. */
    void dropped(long index) {
        ServerSpatialTree tree = trees.remove(index);
        if (tree != null) {
            tree.tree().drop();
        }
    }

    /** A connection has ended: its unfinished bulk loads and requests are dropped. */
    void departed(Peer peer) {
        payloads.departed(peer);
        trees.values().forEach(tree -> tree.dropLoad(peer));
    }

    private void open(Request request, Reply reply) {
        request.require(Words.bytes(3));
        long index = word(request, 0);
        context.checkIndex(index);
        SpatialOptions options =
                new SpatialOptions(
                        SpatialCodes.design(word(request, 1)), Math.toIntExact(word(request, 2)));
        ServerSpatialTree tree =
                trees.computeIfAbsent(
                        index,
                        id ->
                                SharedWords.holdingMonitor(
                                        () -> new ServerSpatialTree(context, id, options)));
        if (!tree.options().equals(options)) {
            throw new IllegalArgumentException(
                    "the tree exists with other options: " + tree.options());
        }
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, tree.tree().anchorPointer()));
    }

    private void change(Request request, Reply reply) {
        request.require(Words.bytes(7));
        ServerSpatialTree owner = tree(request);
        LocalSpatialTree tree = owner.borrow();
        boolean done = change(request, 1, tree);
        owner.giveBack(tree);
        Words.put(reply.memory(), Reply.PAYLOAD, 0, done ? 1 : 0);
        reply.send(Words.bytes(1));
    }

    /** Executes the change that stands in a request from a word on. */
    private static boolean change(Request request, int at, LocalSpatialTree tree) {
        long id = word(request, at + 1);
        double minX = number(request, at + 2);
        double minY = number(request, at + 3);
        double maxX = number(request, at + 4);
        double maxY = number(request, at + 5);
        try {
            int kind = (int) word(request, at);
            return switch (kind) {
                case SpatialKind.INSERT -> tree.insert(id, minX, minY, maxX, maxY);
                case SpatialKind.UPDATE -> tree.update(id, minX, minY, maxX, maxY);
                case SpatialKind.UPSERT -> tree.upsert(id, minX, minY, maxX, maxY);
                case SpatialKind.DELETE -> tree.delete(id);
                default ->
                        throw new IllegalArgumentException(
                                "unknown kind of change: kind=" + kind + ", object=" + id);
            };
        } catch (TreeEndedException e) {
            throw ended(e);
        }
    }

    private void applyAll(Request request, Reply reply) {
        int changes = OperationRun.count(request, 1, SpatialKind.CHANGE_WORDS);
        ServerSpatialTree owner = tree(request);
        LocalSpatialTree tree = owner.borrow();
        OperationRun run = new OperationRun(request, reply);
        int bytes = run.run(changes, i -> change(request, 1 + SpatialKind.CHANGE_WORDS * i, tree));
        if (!run.hasFailed()) {
            owner.giveBack(tree);
        }
        reply.send(bytes);
    }

    private void applyMixed(Request request, Reply reply) {
        int operations = OperationRun.count(request, 1, SpatialKind.CHANGE_WORDS);
        ServerSpatialTree owner = tree(request);
        for (int i = 0; i < operations; i++) {
            put(reply, i, NOWHERE);
        }
        LocalSpatialTree tree = owner.borrow();
        OperationRun run = new OperationRun(request, reply, SpatialKind.SIDES * operations);
        int bytes = run.run(operations, i -> execute(request, i, tree, reply));
        if (!run.hasFailed()) {
            owner.giveBack(tree);
        }
        reply.send(bytes);
    }

    /** Executes one of several operations; what a get finds goes to its place in the answer. */
    private static boolean execute(Request request, int i, LocalSpatialTree tree, Reply reply) {
        int at = 1 + SpatialKind.CHANGE_WORDS * i;
        if (word(request, at) != SpatialKind.GET_OBJECT) {
            return change(request, at, tree);
        }
        Optional<Place> found = find(tree, word(request, at + 1));
        found.ifPresent(place -> put(reply, i, place));
        return found.isPresent();
    }

    private static void put(Reply reply, int i, Place place) {
        double[] sides = {place.minX(), place.minY(), place.maxX(), place.maxY()};
        for (int side = 0; side < SpatialKind.SIDES; side++) {
            Words.put(
                    reply.memory(),
                    Reply.PAYLOAD,
                    SpatialKind.SIDES * i + side,
                    Double.doubleToRawLongBits(sides[side]));
        }
    }

    private static Optional<Place> find(LocalSpatialTree tree, long id) {
        try {
            return tree.get(id);
        } catch (TreeEndedException e) {
            throw ended(e);
        }
    }

    private void get(Request request, Reply reply) {
        request.require(Words.bytes(2));
        ServerSpatialTree owner = tree(request);
        LocalSpatialTree tree = owner.borrow();
        @Nullable Place found = find(tree, word(request, 1)).orElse(null);
        owner.giveBack(tree);
        reply.send(
                found == null
                        ? Words.write(reply.memory(), Reply.PAYLOAD, 0)
                        : Words.write(
                                reply.memory(),
                                Reply.PAYLOAD,
                                1,
                                Double.doubleToRawLongBits(found.minX()),
                                Double.doubleToRawLongBits(found.minY()),
                                Double.doubleToRawLongBits(found.maxX()),
                                Double.doubleToRawLongBits(found.maxY())));
    }

    /** The refusal of a request on a tree that has ended. */
    static RefusedException ended(TreeEndedException e) {
        return new RefusedException(
                e.isDropped() ? Status.NOT_FOUND : Status.DAMAGED, String.valueOf(e.getMessage()));
    }

    private void search(Request request, Reply reply) {
        request.require(Words.bytes(8));
        ServerSpatialTree owner = tree(request);
        long number = word(request, 7);
        long limit = word(request, 2);
        Refiner refiner =
                number == 0
                        ? null
                        : new Refiner(
                                context.refinements().get(number),
                                number(request, 3),
                                number(request, 4),
                                number(request, 5),
                                number(request, 6),
                                limit);
        LocalSpatialTree tree = owner.borrow();
        SpatialCursor cursor =
                tree.search(
                        number(request, 3),
                        number(request, 4),
                        number(request, 5),
                        number(request, 6),
                        SpatialCodes.relation(word(request, 1)),
                        refiner == null ? limit : Long.MAX_VALUE);
        new SpatialAnswer(owner, tree, cursor, false, refiner).answer(reply);
    }

    private void refinement(Request request, Reply reply) {
        long number = context.refinements().number(request.reader().getText());
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, number));
    }

    private void nearest(Request request, Reply reply) {
        request.require(Words.bytes(4));
        ServerSpatialTree owner = tree(request);
        LocalSpatialTree tree = owner.borrow();
        SpatialCursor cursor =
                tree.nearest(number(request, 2), number(request, 3), word(request, 1));
        new SpatialAnswer(owner, tree, cursor, true, null).answer(reply);
    }

    private void count(Request request, Reply reply) {
        request.require(Words.bytes(5));
        ServerSpatialTree owner = tree(request);
        LocalSpatialTree tree = owner.borrow();
        long before = tree.pagesVisited();
        long count =
                tree.count(
                        number(request, 1),
                        number(request, 2),
                        number(request, 3),
                        number(request, 4));
        Words.put(reply.memory(), Reply.PAYLOAD, 0, count);
        Words.put(reply.memory(), Reply.PAYLOAD, 1, tree.pagesVisited() - before);
        owner.giveBack(tree);
        reply.send(Words.bytes(2));
    }

    private void loadSome(Request request, Reply reply) {
        request.require(Words.bytes(2));
        ServerSpatialTree owner = tree(request);
        try {
            collect(request, owner.load(request.peer()));
        } catch (RuntimeException | Error e) {
            owner.dropLoad(request.peer());
            throw e;
        }
        reply.send(0);
    }

    private static void collect(Request request, ObjectTable objects) {
        int words = request.length() / Long.BYTES;
        for (int i = 2; i + SpatialKind.OBJECT_WORDS <= words; i += SpatialKind.OBJECT_WORDS) {
            objects.add(
                    word(request, i),
                    number(request, i + 1),
                    number(request, i + 2),
                    number(request, i + 3),
                    number(request, i + 4));
        }
    }

    private void loadEnd(Request request, Reply reply) {
        request.require(Words.bytes(4));
        ServerSpatialTree owner = tree(request);
        long loaded = 0;
        try (ObjectTable objects = owner.endLoad(request.peer())) {
            double fill = number(request, 3);
            if (fill != 0) {
                loaded = load(owner, objects, word(request, 2), fill);
            }
        }
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, loaded));
    }

    private static long load(
            ServerSpatialTree owner, ObjectTable objects, long packing, double fill) {
        LocalSpatialTree tree = owner.borrow();
        long loaded;
        try {
            loaded = tree.bulkLoad(objects, SpatialCodes.packing(packing), fill);
        } catch (IllegalStateException e) {
            throw new RefusedException(Status.EXISTS, String.valueOf(e.getMessage()));
        } catch (TreeEndedException e) {
            throw ended(e);
        }
        owner.giveBack(tree);
        return loaded;
    }

    private void walk(Request request, Reply reply) {
        request.require(Words.bytes(1));
        WireWriter out = new WireWriter();
        TreeShape.of(tree(request).tree()).write(out);
        reply.send(out.toBytes());
    }

    private void profile(Request request, Reply reply) {
        request.require(Words.bytes(1));
        WireWriter out = new WireWriter();
        tree(request).profile().write(out);
        reply.send(out.toBytes());
    }

    private ServerSpatialTree tree(Request request) {
        ServerSpatialTree tree = trees.get(word(request, 0));
        if (tree == null) {
            throw new RefusedException(
                    Status.NOT_FOUND, "there is no tree of an index with id " + word(request, 0));
        }
        return tree;
    }

    private static long word(Request request, int i) {
        return Words.get(request.memory(), Request.PAYLOAD, i);
    }

    private static double number(Request request, int i) {
        return Double.longBitsToDouble(word(request, i));
    }
}
