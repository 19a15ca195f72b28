package dev.mangrove.server.service;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.btree.level.EntryTally;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.local.LocalTree;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.RangeQuery.Projection;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.request.RefusedException;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.request.Request;
import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.state.PageSpace;
import dev.mangrove.server.state.ServerContext;
import dev.mangrove.server.state.ServerTree;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Pages of trees that clients change themselves, and requests on trees that this server changes.
 */
final class TreeServices {
    /** Below two entries a page cannot be split. */
    private static final int LEAST_FANOUT = 2;

    private final ServerContext context;
    private final Map<Long, PageSpace> spaces = new ConcurrentHashMap<>();
    private final Map<Long, ServerTree> trees = new ConcurrentHashMap<>();

    TreeServices(ServerContext context) {
        this.context = context;
    }

    void register(ServiceTable table) {
        table.register(TreeKind.ALLOCATE_PAGES, this::allocate)
                .register(TreeKind.FREE_PAGES, this::free)
                .register(TreeKind.OPEN_TREE, this::open)
                .register(TreeKind.GET, this::get)
                .register(TreeKind.CHANGE, this::change)
                .register(TreeKind.RANGE, this::range)
                .register(TreeKind.ADOPT, this::adopt)
                .register(TreeKind.LOCATE, this::locate)
                .register(TreeKind.POST, this::post)
                .register(TreeKind.WITHDRAW, this::withdraw)
                .register(TreeKind.GET_ALL, this::getAll)
                .register(TreeKind.LOCATE_ALL, this::locateAll)
                .register(TreeKind.LOCATE_NEAR, this::locateNear)
                .register(TreeKind.APPLY_ALL, this::applyAll)
                .register(TreeKind.COLLAPSE, this::collapse)
                .register(TreeKind.COUNT_PAGES, this::countPages)
                .register(TreeKind.COUNT_ENTRIES, this::countEntries);
    }

    /** An index was dropped. */
    void dropped(long index) {
        spaces.remove(index);
        trees.keySet().removeIf(tree -> TreeKind.index(tree) == index);
    }

    private void allocate(Request request, Reply reply) {
        request.require(Words.bytes(3));
        PageSpace space = space(word(request, 0), pageSize(request));
        space.held(request.peer());
        long wanted = Math.clamp(word(request, 2), 1, TreeKind.MOST_PAGES);
        int given = 0;
        for (; given < wanted; given++) {
            try {
                Words.put(reply.memory(), Reply.PAYLOAD, given, space.take());
            } catch (RefusedException e) {
                if (given == 0) {
                    throw e;
                }
                break;
            }
        }
        reply.send(Words.bytes(given));
    }

    private void free(Request request, Reply reply) {
        request.require(Words.bytes(3));
        PageSpace space = space(word(request, 0), pageSize(request));
        boolean unused = word(request, 2) == 1;
        for (int i = 3; i < request.length() / Long.BYTES; i++) {
            space.free(word(request, i), unused);
        }
        reply.send(0);
    }

    private void countPages(Request request, Reply reply) {
        request.require(Words.bytes(2));
        PageSpace space = space(word(request, 0), pageSize(request));
        reply.send(
                Words.write(
                        reply.memory(),
                        Reply.PAYLOAD,
                        space.allocated(),
                        space.events(),
                        space.holdersBeside(request.peer())));
    }

    private void countEntries(Request request, Reply reply) {
        request.require(Words.bytes(1));
        EntryTally tally = tree(request).tally();
        reply.send(tally == null ? 0 : Words.write(reply.memory(), Reply.PAYLOAD, tally.words()));
    }

    /** The fan-out of a request that opens a tree, after the page size. */
    static int fanout(Request request) {
        int pageSize = pageSize(request);
        long fanout = word(request, 2);
        if (fanout < LEAST_FANOUT || fanout > Page.slots(pageSize)) {
            throw new IllegalArgumentException(
                    "a page of "
                            + pageSize
                            + " bytes has 2 to "
                            + Page.slots(pageSize)
                            + " entries: fanout="
                            + fanout);
        }
        return (int) fanout;
    }

    /** The page size of a request, after the index or tree. */
    static int pageSize(Request request) {
        long bytes = word(request, 1);
        if (bytes < Page.LINE || bytes > IndexSpec.LARGEST_PAGE) {
            throw new IllegalArgumentException(
                    "a page has at most " + IndexSpec.LARGEST_PAGE + " bytes: pageSize=" + bytes);
        }
        return (int) bytes;
    }

    /** The pages of an index. */
    PageSpace space(long index, int pageSize) {
        context.checkIndex(index);
        PageSpace space = spaces.computeIfAbsent(index, id -> new PageSpace(context, id, pageSize));
        if (space.pageSize() != pageSize) {
            throw new IllegalArgumentException(
                    "pages of this index have " + space.pageSize() + " bytes: " + pageSize);
        }
        return space;
    }

    private void open(Request request, Reply reply) {
        request.require(Words.bytes(4));
        long name = word(request, 0);
        int fanout = fanout(request);
        PageSpace space = space(TreeKind.index(name), pageSize(request));
        boolean ownsLeaves = word(request, 3) == 0;
        ServerTree tree =
                trees.computeIfAbsent(
                        name,
                        id ->
                                SharedWords.holdingMonitor(
                                        () -> new ServerTree(context, space, fanout, ownsLeaves)));
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, tree.root()));
    }

    private void get(Request request, Reply reply) {
        request.require(Words.bytes(2));
        ServerTree owner = tree(request);
        LocalTree tree = owner.borrow();
        try {
            Lookup found = new Lookup(); // Does not escape.
            boolean there = tree.get(word(request, 1), found);
            Words.put(reply.memory(), Reply.PAYLOAD, 0, there ? 1 : 0);
            Words.put(reply.memory(), Reply.PAYLOAD, 1, found.value);
        } finally {
            owner.giveBack(tree);
        }
        reply.send(Words.bytes(2));
    }

    private void getAll(Request request, Reply reply) {
        int keys = keys(request);
        ServerTree owner = tree(request);
        LocalTree tree = owner.borrow();
        try {
            Lookups found = tree.getAll(request.memory(), Request.PAYLOAD + Long.BYTES, keys);
            Words.put(reply.memory(), Reply.PAYLOAD, 0, found.found());
            for (int i = 0; i < keys; i++) {
                Words.put(reply.memory(), Reply.PAYLOAD, 1 + i, found.value(i));
            }
        } finally {
            owner.giveBack(tree);
        }
        reply.send(Words.bytes(1 + keys));
    }

    private void locateAll(Request request, Reply reply) {
        int keys = keys(request);
        ServerTree owner = tree(request);
        LocalTree tree = owner.borrow();
        try {
            for (int i = 0; i < keys; i++) {
                Words.put(reply.memory(), Reply.PAYLOAD, i, tree.locate(word(request, 1 + i)));
            }
        } finally {
            owner.giveBack(tree);
        }
        reply.send(Words.bytes(keys));
    }

    private void locateNear(Request request, Reply reply) {
        request.require(Words.bytes(2));
        ServerTree owner = tree(request);
        LocalTree tree = owner.borrow();
        int bytes;
        try {
            long key = word(request, 1);
            bytes = tree.leavesNear(key, reply.memory(), Reply.PAYLOAD, reply.capacity());
        } finally {
            owner.giveBack(tree);
        }
        reply.send(bytes);
    }

    /** Number of keys after the tree's name. */
    private static int keys(Request request) {
        request.require(Words.bytes(2));
        int keys = request.length() / Long.BYTES - 1;
        if (keys > Lookups.MOST) {
            throw new IllegalArgumentException(
                    "a request asks for at most " + Lookups.MOST + " keys: keys=" + keys);
        }
        return keys;
    }

    private void change(Request request, Reply reply) {
        request.require(Words.bytes(5));
        ServerTree owner = tree(request);
        LocalTree tree = owner.borrow();
        boolean met;
        try {
            met =
                    tree.change(
                            word(request, 1), word(request, 2), word(request, 3), word(request, 4));
        } finally {
            owner.giveBack(tree);
        }
        answer(reply, met ? 1 : 0);
    }

    private void applyAll(Request request, Reply reply) {
        int operations = TreeBatch.count(request);
        ServerTree owner = tree(request);
        LocalTree tree = owner.borrow();
        int bytes;
        try {
            TreeBatch batch = new TreeBatch(tree, request);
            bytes = new OperationRun(request, reply).run(operations, batch);
        } finally {
            owner.giveBack(tree);
        }
        reply.send(bytes);
    }

    private void range(Request request, Reply reply) {
        request.require(Words.bytes(6));
        RangeQuery query =
                new RangeQuery(
                        word(request, 1),
                        word(request, 2),
                        word(request, 4) == 1,
                        word(request, 3),
                        projection(word(request, 5)));
        ServerTree owner = tree(request);
        LocalTree tree = owner.borrow();
        int bytes;
        try {
            bytes = tree.range(query, reply.memory(), Reply.PAYLOAD, reply.capacity());
        } finally {
            owner.giveBack(tree);
        }
        reply.send(bytes);
    }

    static Projection projection(long code) {
        if (code == TreeKind.RANGE_ENTRIES) {
            return Projection.ENTRIES;
        }
        if (code == TreeKind.RANGE_KEYS) {
            return Projection.KEYS;
        }
        if (code == TreeKind.RANGE_VALUES) {
            return Projection.VALUES;
        }
        throw new IllegalArgumentException("projection is 0 to 2: projection=" + code);
    }

    private void adopt(Request request, Reply reply) {
        request.require(Words.bytes(4));
        ServerTree owner = tree(request);
        LocalTree tree = owner.borrow();
        boolean done;
        try {
            done = tree.adopt(word(request, 1), word(request, 2), word(request, 3));
        } finally {
            owner.giveBack(tree);
        }
        answer(reply, done ? 1 : 0);
    }

    private void locate(Request request, Reply reply) {
        request.require(Words.bytes(2));
        ServerTree owner = tree(request);
        LocalTree tree = owner.borrow();
        try {
            Words.put(reply.memory(), Reply.PAYLOAD, 0, tree.locate(word(request, 1)));
            Words.put(reply.memory(), Reply.PAYLOAD, 1, tree.lowOfParent());
        } finally {
            owner.giveBack(tree);
        }
        reply.send(Words.bytes(2));
    }

    private void post(Request request, Reply reply) {
        request.require(Words.bytes(3));
        ServerTree owner = tree(request);
        LocalTree tree = owner.borrow();
        try {
            tree.post(word(request, 1), word(request, 2));
        } finally {
            owner.giveBack(tree);
        }
        reply.send(0);
    }

    private void withdraw(Request request, Reply reply) {
        request.require(Words.bytes(4));
        ServerTree owner = tree(request);
        LocalTree tree = owner.borrow();
        boolean done;
        long first;
        try {
            done = tree.withdraw(word(request, 1), word(request, 2), word(request, 3));
            first = tree.coverNeeded();
        } finally {
            owner.giveBack(tree);
        }
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, done ? 1 : 0, first));
    }

    private void collapse(Request request, Reply reply) {
        request.require(Words.bytes(1));
        ServerTree owner = tree(request);
        LocalTree tree = owner.borrow();
        int merged;
        try {
            merged = tree.collapse();
        } finally {
            owner.giveBack(tree);
        }
        answer(reply, merged);
    }

    private ServerTree tree(Request request) {
        long name = word(request, 0);
        ServerTree tree = trees.get(name);
        if (tree == null) {
            throw new RefusedException(
                    Status.NOT_FOUND,
                    "there is no tree of an index with id " + TreeKind.index(name));
        }
        return tree;
    }

    private static void answer(Reply reply, long word) {
        Words.put(reply.memory(), Reply.PAYLOAD, 0, word);
        reply.send(Words.bytes(1));
    }

    private static long word(Request request, int i) {
        MemorySegment memory = request.memory();
        return Words.get(memory, Request.PAYLOAD, i);
    }
}
