package dev.mangrove.server.service;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.btree.level.ChildBounds;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.meganode.MeganodeTree;
import dev.mangrove.index.btree.meganode.UnpostedSeparators;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MeganodeKind;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.request.RefusedException;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.request.Request;
import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.state.PageSpace;
import dev.mangrove.server.state.ServerContext;
import dev.mangrove.server.state.ServerMeganodes;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Requests on this server's meganodes; {@link MeganodeKind} has their payloads. */
final class MeganodeServices {
    private static final int REPLACE_WORDS = 3;
    private static final int EXTEND_WORDS = 3;
    private static final int FIRST_UNPOSTED = 2;
    private static final int BOUNDS = 2;
    private static final int FOUND_WORDS = 3;

    private final TreeServices pages;
    private final ServerContext context;
    private final Map<Long, ServerMeganodes> trees = new ConcurrentHashMap<>();

    /** Creates the services; {@code pages} allocate pages of indexes. */
    MeganodeServices(ServerContext context, TreeServices pages) {
        this.context = context;
        this.pages = pages;
    }

    void register(ServiceTable table) {
        table.register(MeganodeKind.OPEN, this::open)
                .register(MeganodeKind.FIND, this::find)
                .register(MeganodeKind.FIND_ALL, this::findAll)
                .register(MeganodeKind.CHANGE, this::change)
                .register(MeganodeKind.APPLY_ALL, this::applyAll)
                .register(MeganodeKind.EXTEND_AT, this::extendAt)
                .register(MeganodeKind.RANGE, this::range)
                .register(MeganodeKind.POST, this::post)
                .register(MeganodeKind.MOVE, this::move)
                .register(MeganodeKind.CORRECT, this::correct)
                .register(MeganodeKind.REPLACE, this::replace)
                .register(MeganodeKind.COUNT_ENTRIES, this::countEntries);
    }

    /** An index was dropped. */
    void dropped(long index) {
        trees.keySet().removeIf(tree -> TreeKind.index(tree) == index);
    }

    private void open(Request request, Reply reply) {
        request.require(Words.bytes(6));
        long name = word(request, 0);
        int fanout = TreeServices.fanout(request);
        long level = word(request, 3);
        Page.checkLevel(Math.clamp(level, -1, Integer.MAX_VALUE));
        PageSpace space = pages.space(TreeKind.index(name), TreeServices.pageSize(request));
        boolean isHome = word(request, 4) == 1;
        boolean spreads = word(request, 5) == 1;
        ServerMeganodes tree =
                trees.computeIfAbsent(
                        name,
                        id ->
                                SharedWords.holdingMonitor(
                                        () ->
                                                new ServerMeganodes(
                                                        context,
                                                        space,
                                                        fanout,
                                                        (int) level,
                                                        isHome,
                                                        spreads)));
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, tree.root()));
    }

    private void find(Request request, Reply reply) {
        request.require(Words.bytes(4));
        ServerMeganodes owner = tree(request);
        MeganodeTree tree = owner.borrow();
        int words = FOUND_WORDS;
        try {
            Lookup found = new Lookup(); // Does not escape.
            int outcome = tree.find(word(request, 1), word(request, 2), word(request, 3), found);
            boolean elsewhere = outcome == MeganodeKind.ELSEWHERE;
            put(reply, 0, outcome);
            put(reply, 1, elsewhere ? tree.elsewhere() : found.value);
            if (elsewhere) {
                words = putBounds(reply, tree.bounds());
            } else {
                put(reply, 2, tree.hasSplit() ? 1 : 0);
            }
        } finally {
            owner.giveBack(tree);
        }
        reply.send(Words.bytes(words));
    }

    private void findAll(Request request, Reply reply) {
        request.require(Words.bytes(3));
        int keys = (request.length() / Long.BYTES - 1) / 2;
        if (keys > Lookups.MOST) {
            throw new IllegalArgumentException(
                    "a request asks for at most " + Lookups.MOST + " keys: keys=" + keys);
        }
        ServerMeganodes owner = tree(request);
        MeganodeTree tree = owner.borrow();
        try {
            findEach(tree, keys, request, reply);
        } finally {
            owner.giveBack(tree);
        }
        reply.send(Words.bytes(2 + keys));
    }

    private static void findEach(MeganodeTree tree, int keys, Request request, Reply reply) {
        Lookup found = new Lookup(); // Does not escape.
        long present = 0;
        long unfinished = 0;
        for (int i = 0; i < keys; i++) {
            long start = word(request, 1 + 2 * i);
            int outcome = tree.find(start, PagePointer.NULL, word(request, 2 + 2 * i), found);
            if (outcome == MeganodeKind.YES) {
                present |= 1L << i;
            } else if (outcome != MeganodeKind.NO) {
                unfinished |= 1L << i;
            }
            put(reply, 2 + i, found.value);
        }
        put(reply, 0, present);
        put(reply, 1, unfinished);
    }

    private void change(Request request, Reply reply) {
        request.require(Words.bytes(8));
        ServerMeganodes owner = tree(request);
        MeganodeTree tree = owner.borrow();
        int words;
        try {
            int outcome =
                    tree.change(
                            word(request, 1),
                            word(request, 2),
                            word(request, 3),
                            word(request, 4),
                            word(request, 5),
                            word(request, 6),
                            word(request, 7) == 1);
            words = answer(reply, outcome, tree);
        } finally {
            owner.giveBack(tree);
        }
        reply.send(Words.bytes(words));
    }

    /** Writes for which keys the page to go on with is; returns the number of words so far. */
    private static int putBounds(Reply reply, ChildBounds bounds) {
        long known = bounds.isBounded() ? MeganodeKind.BOUNDED : MeganodeKind.UNBOUNDED;
        put(reply, BOUNDS, bounds.low());
        put(reply, BOUNDS + 1, bounds.high());
        put(reply, BOUNDS + 2, bounds.isKnown() ? known : MeganodeKind.UNKNOWN);
        return BOUNDS + MeganodeKind.BOUNDS_WORDS;
    }

    /** Writes an outcome, the page to go on with and separators; returns the number of words. */
    private static int answer(Reply reply, int outcome, MeganodeTree tree) {
        put(reply, 0, outcome);
        put(reply, 1, tree.elsewhere());
        boolean hasBounds = outcome == MeganodeKind.ELSEWHERE;
        int words = hasBounds ? putBounds(reply, tree.bounds()) : FIRST_UNPOSTED;
        return putSeparators(reply, words, tree);
    }

    /** Writes the separators that the last change has left; returns the number of words. */
    static int putSeparators(Reply reply, int first, MeganodeTree tree) {
        UnpostedSeparators unposted = tree.unposted();
        int words = first;
        for (int i = 0; i < unposted.size(); i++) {
            put(reply, words++, unposted.level(i));
            put(reply, words++, unposted.key(i));
            put(reply, words++, unposted.pointer(i));
        }
        return words;
    }

    private void applyAll(Request request, Reply reply) {
        int operations = MeganodeBatch.count(request);
        ServerMeganodes owner = tree(request);
        MeganodeTree tree = owner.borrow();
        int bytes;
        try {
            MeganodeBatch batch = new MeganodeBatch(tree, request);
            bytes =
                    new OperationRun(request, reply, MeganodeKind.SEPARATOR_WORDS)
                            .run(operations, batch);
            batch.writeSeparators(reply);
        } finally {
            owner.giveBack(tree);
        }
        reply.send(bytes);
    }

    private void extendAt(Request request, Reply reply) {
        ServerMeganodes owner = tree(request);
        long[] next = new long[owner.level() + 1];
        request.require(Words.bytes(EXTEND_WORDS + next.length));
        for (int i = 0; i < next.length; i++) {
            next[i] = word(request, EXTEND_WORDS + i);
        }
        MeganodeTree tree = owner.borrow();
        boolean done;
        try {
            done = tree.extend(word(request, 1), word(request, 2), next);
        } finally {
            owner.giveBack(tree);
        }
        put(reply, 0, done ? 1 : 0);
        reply.send(Words.bytes(1));
    }

    private void range(Request request, Reply reply) {
        request.require(Words.bytes(7));
        ServerMeganodes owner = tree(request);
        RangeQuery query =
                new RangeQuery(
                        word(request, 2),
                        word(request, 3),
                        word(request, 5) == 1,
                        word(request, 4),
                        TreeServices.projection(word(request, 6)));
        MeganodeTree tree = owner.borrow();
        int bytes;
        try {
            bytes =
                    tree.range(
                            word(request, 1),
                            query,
                            reply.memory(),
                            Reply.PAYLOAD,
                            reply.capacity());
        } finally {
            owner.giveBack(tree);
        }
        reply.send(bytes);
    }

    private void post(Request request, Reply reply) {
        request.require(Words.bytes(5));
        ServerMeganodes owner = tree(request);
        MeganodeTree tree = owner.borrow();
        int words;
        try {
            int outcome =
                    tree.post(
                            word(request, 1),
                            level(request, 2),
                            word(request, 3),
                            word(request, 4));
            words = answer(reply, outcome, tree);
        } finally {
            owner.giveBack(tree);
        }
        reply.send(Words.bytes(words));
    }

    private void correct(Request request, Reply reply) {
        request.require(Words.bytes(7));
        ServerMeganodes owner = tree(request);
        MeganodeTree tree = owner.borrow();
        int words;
        try {
            int outcome = correct(tree, request);
            words = answer(reply, outcome, tree);
            if (outcome == MeganodeKind.UNCOVERED) {
                put(reply, words++, tree.uncoveredLevel());
                put(reply, words++, tree.uncoveredKey());
            }
        } finally {
            owner.giveBack(tree);
        }
        reply.send(Words.bytes(words));
    }

    private static int correct(MeganodeTree tree, Request request) {
        long start = word(request, 1);
        int level = level(request, 3);
        long key = word(request, 4);
        long old = word(request, 5);
        long moved = word(request, 6);
        return switch (Math.clamp(word(request, 2), -1, Integer.MAX_VALUE)) {
            case MeganodeKind.REPOINT -> tree.repoint(start, level, key, old, moved);
            case MeganodeKind.RELINK -> tree.relink(start, level, key, old, moved);
            case MeganodeKind.WITHDRAW -> tree.withdraw(start, key, old);
            case MeganodeKind.COVER -> tree.cover(start, level, key, old, moved);
            default ->
                    throw new IllegalArgumentException(
                            "correction is 0 to 3: correction=" + word(request, 2));
        };
    }

    /** A level of a request. */
    private static int level(Request request, int i) {
        int level = Math.clamp(word(request, i), -1, Integer.MAX_VALUE);
        Page.checkLevel(level);
        return level;
    }

    private void move(Request request, Reply reply) {
        request.require(Words.bytes(2));
        ServerMeganodes owner = tree(request);
        MeganodeTree tree = owner.borrow();
        int bytes;
        try {
            bytes = new MoveStep(owner, tree.moves(), request, reply).run();
        } finally {
            owner.giveBack(tree);
        }
        reply.send(bytes);
    }

    private void replace(Request request, Reply reply) {
        request.require(Words.bytes(REPLACE_WORDS));
        ServerMeganodes owner = tree(request);
        int words = request.length() / Long.BYTES;
        int first = REPLACE_WORDS + 2 * Math.clamp(word(request, 2), 0, AddressSpace.SERVERS);
        request.require(Words.bytes(first));
        Map<Integer, Long> counts = counts(request, first);
        boolean isEmptied = (words - first) % 2 == 1;
        EntryBuffer entries = new EntryBuffer(owner.fanout());
        for (int i = first; i + 1 < words; i += 2) {
            entries.add(word(request, i), word(request, i + 1));
        }
        MeganodeTree tree = owner.borrow();
        int outcome;
        try {
            long loaded = word(request, 1);
            outcome =
                    isEmptied
                            ? tree.replaceEmptied(loaded, counts)
                            : tree.replace(entries, loaded, counts) ? 1 : 0;
        } finally {
            owner.giveBack(tree);
        }
        put(reply, 0, outcome);
        reply.send(Words.bytes(1));
    }

    /** Entries of a loaded tree by server. */
    private static Map<Integer, Long> counts(Request request, int end) {
        Map<Integer, Long> counts = new HashMap<>();
        for (int i = REPLACE_WORDS; i < end; i += 2) {
            int server = Math.clamp(word(request, i), 0, AddressSpace.SERVERS - 1);
            counts.merge(server, word(request, i + 1), Long::sum);
        }
        return counts;
    }

    private void countEntries(Request request, Reply reply) {
        request.require(Words.bytes(1));
        ServerMeganodes owner = trees.get(word(request, 0));
        if (owner == null) {
            reply.send(0);
            return;
        }
        int words = 0;
        for (long word : owner.tally().words()) {
            put(reply, words++, word);
        }
        put(reply, words++, owner.pending().isAnyArriving() ? 1 : 0);
        for (Map.Entry<Integer, Long> loaded : owner.tally().loaded().entrySet()) {
            put(reply, words++, loaded.getKey());
            put(reply, words++, loaded.getValue());
        }
        reply.send(Words.bytes(words));
    }

    private ServerMeganodes tree(Request request) {
        long name = word(request, 0);
        ServerMeganodes tree = trees.get(name);
        if (tree == null) {
            throw new RefusedException(
                    Status.NOT_FOUND,
                    "there is no tree of an index with id " + TreeKind.index(name));
        }
        return tree;
    }

    private static void put(Reply reply, int i, long word) {
        Words.put(reply.memory(), Reply.PAYLOAD, i, word);
    }

    private static long word(Request request, int i) {
        return Words.get(request.memory(), Request.PAYLOAD, i);
    }
}
