package dev.mangrove.server.service;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.btree.level.ChildBounds;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.meganode.MeganodeTree;
import dev.mangrove.index.btree.meganode.StringEntries;
import dev.mangrove.index.btree.meganode.UnpostedSeparators;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.strings.StringFormat;
import dev.mangrove.index.page.strings.StringPageView;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MeganodeKind;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.request.RefusedException;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.request.Request;
import dev.mangrove.server.request.Service;
import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.state.IndexExtents;
import dev.mangrove.server.state.MeganodeView;
import dev.mangrove.server.state.PageSpace;
import dev.mangrove.server.state.RequestKeys;
import dev.mangrove.server.state.ServerContext;
import dev.mangrove.server.state.ServerMeganodes;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Requests on this server's meganodes; {@link MeganodeKind} has their payloads. */
final class MeganodeServices {
    private static final int REPLACE_WORDS = 3;
    private static final int EXTEND_WORDS = 3;
    private static final int CHANGE_WORDS = 8;
    private static final int FIRST_UNPOSTED = 2;
    private static final int BOUNDS = 2;
    private static final int FOUND_WORDS = 3;

    private final TreeServices pages;
    private final ExtentServices extents;
    private final ServerContext context;
    private final Map<Long, ServerMeganodes> trees = new ConcurrentHashMap<>();

    /** Creates the services; {@code pages} and {@code extents} allocate memory of indexes. */
    MeganodeServices(ServerContext context, TreeServices pages, ExtentServices extents) {
        this.context = context;
        this.extents = extents;
        this.pages = pages;
    }

    void register(ServiceTable table) {
        table.register(MeganodeKind.OPEN, this::open)
                .register(MeganodeKind.FIND, serving(4, MeganodeServices::find))
                .register(MeganodeKind.FIND_ALL, servingWords(3, MeganodeServices::findAll))
                .register(MeganodeKind.CHANGE, serving(CHANGE_WORDS, MeganodeServices::change))
                .register(MeganodeKind.APPLY_ALL, servingWords(1, MeganodeServices::applyAll))
                .register(
                        MeganodeKind.EXTEND_AT,
                        servingWords(EXTEND_WORDS, MeganodeServices::extendAt))
                .register(MeganodeKind.RANGE, servingWords(7, MeganodeServices::range))
                .register(MeganodeKind.POST, serving(5, MeganodeServices::post))
                .register(MeganodeKind.MOVE, serving(2, MeganodeServices::move))
                .register(MeganodeKind.CORRECT, serving(7, MeganodeServices::correct))
                .register(MeganodeKind.REPLACE, serving(REPLACE_WORDS, MeganodeServices::replace))
                .register(MeganodeKind.COUNT_ENTRIES, this::countEntries);
    }

    /** An index was dropped. */
    void dropped(long index) {
        trees.keySet().removeIf(tree -> TreeKind.index(tree) == index);
    }

    private void open(Request request, Reply reply) {
        request.require(Words.bytes(7));
        long name = word(request, 0);
        int fanout = TreeServices.fanout(request);
        int pageSize = TreeServices.pageSize(request);
        long level = word(request, 3);
        Page.checkLevel(Math.clamp(level, -1, Integer.MAX_VALUE));
        boolean isHome = word(request, 4) == 1;
        boolean hasStrings = word(request, 6) == 1;
        boolean spreads = word(request, 5) == 1 && !hasStrings;
        if (hasStrings && fanout > StringFormat.fanout(pageSize)) {
            throw new IllegalArgumentException(
                    "a page of byte strings has at most "
                            + StringFormat.fanout(pageSize)
                            + " entries: fanout="
                            + fanout);
        }
        long index = TreeKind.index(name);
        PageSpace space = pages.space(index, pageSize);
        @Nullable IndexExtents longKeys = hasStrings ? extents.extents(index) : null;
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
                                                        spreads,
                                                        longKeys)));
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, tree.root()));
    }

    /** What a request does with its view of a tree; returns the bytes of the answer. */
    @FunctionalInterface
    private interface Work {
        int run(ServerMeganodes owner, MeganodeView view, Request request, Reply reply);
    }

    /** Serves a request with so many words at least. */
    private Service serving(int words, Work work) {
        return (request, reply) -> {
            ServerMeganodes owner = tree(request);
            MeganodeView view = owner.borrow();
            int bytes;
            try {
                view.begin(request, words);
                bytes = work.run(owner, view, request, reply);
                view.commit();
            } finally {
                owner.giveBack(view);
            }
            reply.send(bytes);
        };
    }

    /** The same for a kind of request that trees of byte strings do not know. */
    private Service servingWords(int words, Work work) {
        return serving(
                words,
                (owner, view, request, reply) -> {
                    if (!view.keys().areWords()) {
                        throw new RefusedException(
                                Status.UNSUPPORTED,
                                "no such request on a tree of byte strings: kind="
                                        + request.kind());
                    }
                    return work.run(owner, view, request, reply);
                });
    }

    private static int find(
            ServerMeganodes owner, MeganodeView view, Request request, Reply reply) {
        MeganodeTree tree = view.tree();
        RequestKeys keys = view.keys();
        Lookup found = new Lookup(); // Does not escape.
        int outcome = tree.find(keys.word(1), keys.word(2), keys.bound(3), found);
        boolean elsewhere = outcome == MeganodeKind.ELSEWHERE;
        put(reply, 0, outcome);
        put(reply, 1, elsewhere ? tree.elsewhere() : found.value);
        if (elsewhere) {
            return keys.end(reply, putBounds(reply, view));
        }
        put(reply, 2, tree.hasSplit() ? 1 : 0);
        return keys.end(reply, FOUND_WORDS);
    }

    private static int findAll(
            ServerMeganodes owner, MeganodeView view, Request request, Reply reply) {
        int keys = (view.keys().words() - 1) / 2;
        if (keys > Lookups.MOST) {
            throw new IllegalArgumentException(
                    "a request asks for at most " + Lookups.MOST + " keys: keys=" + keys);
        }
        findEach(view.tree(), keys, request, reply);
        return Words.bytes(2 + keys);
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

    private static int change(
            ServerMeganodes owner, MeganodeView view, Request request, Reply reply) {
        MeganodeTree tree = view.tree();
        RequestKeys keys = view.keys();
        StringEntries strings = tree.strings();
        if (strings != null) {
            keys.require(CHANGE_WORDS + 2);
            strings.begin(keys.word(CHANGE_WORDS), keys.word(CHANGE_WORDS + 1) == 1);
        }
        int outcome =
                tree.change(
                        keys.word(1),
                        keys.word(2),
                        keys.word(3),
                        keys.key(4),
                        keys.word(5),
                        keys.word(6),
                        keys.word(7) == 1);
        int words = answer(reply, outcome, view);
        if (strings != null) {
            boolean unjudged = outcome == MeganodeKind.UNJUDGED;
            put(reply, words++, unjudged ? StringPageView.EXPIRING : strings.lostKind());
            put(reply, words++, unjudged ? strings.unjudged() : strings.lostWord());
        }
        return keys.end(reply, words);
    }

    /** Writes for which keys the page to go on with is; returns the number of words so far. */
    private static int putBounds(Reply reply, MeganodeView view) {
        ChildBounds bounds = view.tree().bounds();
        long known = bounds.isBounded() ? MeganodeKind.BOUNDED : MeganodeKind.UNBOUNDED;
        boolean isKnown = bounds.isKnown();
        view.keys().put(reply, BOUNDS, isKnown ? bounds.low() : KeyOrder.LEAST);
        view.keys().put(reply, BOUNDS + 1, isKnown ? bounds.high() : KeyOrder.LEAST);
        put(reply, BOUNDS + 2, isKnown ? known : MeganodeKind.UNKNOWN);
        return BOUNDS + MeganodeKind.BOUNDS_WORDS;
    }

    /** Writes an outcome, the page to go on with and separators; returns the number of words. */
    private static int answer(Reply reply, int outcome, MeganodeView view) {
        put(reply, 0, outcome);
        put(reply, 1, view.tree().elsewhere());
        boolean hasBounds = outcome == MeganodeKind.ELSEWHERE;
        int words = hasBounds ? putBounds(reply, view) : FIRST_UNPOSTED;
        return putSeparators(reply, words, view);
    }

    /** Writes the separators that the last change has left; returns the number of words. */
    static int putSeparators(Reply reply, int first, MeganodeView view) {
        UnpostedSeparators unposted = view.tree().unposted();
        int words = first;
        for (int i = 0; i < unposted.size(); i++) {
            put(reply, words++, unposted.level(i));
            view.keys().put(reply, words++, unposted.key(i));
            put(reply, words++, unposted.pointer(i));
        }
        return words;
    }

    private static int applyAll(
            ServerMeganodes owner, MeganodeView view, Request request, Reply reply) {
        int operations = MeganodeBatch.count(request);
        MeganodeBatch batch = new MeganodeBatch(view, request);
        int bytes =
                new OperationRun(request, reply, MeganodeKind.SEPARATOR_WORDS)
                        .run(operations, batch);
        batch.writeSeparators(reply);
        return bytes;
    }

    private static int extendAt(
            ServerMeganodes owner, MeganodeView view, Request request, Reply reply) {
        long[] next = new long[owner.level() + 1];
        view.keys().require(EXTEND_WORDS + next.length);
        for (int i = 0; i < next.length; i++) {
            next[i] = word(request, EXTEND_WORDS + i);
        }
        boolean done = view.tree().extend(word(request, 1), word(request, 2), next);
        put(reply, 0, done ? 1 : 0);
        return Words.bytes(1);
    }

    private static int range(
            ServerMeganodes owner, MeganodeView view, Request request, Reply reply) {
        RangeQuery query =
                new RangeQuery(
                        word(request, 2),
                        word(request, 3),
                        word(request, 5) == 1,
                        word(request, 4),
                        TreeServices.projection(word(request, 6)));
        return view.tree()
                .range(word(request, 1), query, reply.memory(), Reply.PAYLOAD, reply.capacity());
    }

    private static int post(
            ServerMeganodes owner, MeganodeView view, Request request, Reply reply) {
        RequestKeys keys = view.keys();
        int outcome =
                view.tree().post(keys.word(1), level(keys.word(2)), keys.key(3), keys.word(4));
        return keys.end(reply, answer(reply, outcome, view));
    }

    private static int correct(
            ServerMeganodes owner, MeganodeView view, Request request, Reply reply) {
        MeganodeTree tree = view.tree();
        int outcome = correct(tree, view.keys());
        int words = answer(reply, outcome, view);
        if (outcome == MeganodeKind.UNCOVERED) {
            put(reply, words++, tree.uncoveredLevel());
            view.keys().put(reply, words++, tree.uncoveredKey());
        }
        return view.keys().end(reply, words);
    }

    private static int correct(MeganodeTree tree, RequestKeys keys) {
        long start = keys.word(1);
        int level = level(keys.word(3));
        long key = keys.bound(4);
        long old = keys.word(5);
        long moved = keys.word(6);
        return switch (Math.clamp(keys.word(2), -1, Integer.MAX_VALUE)) {
            case MeganodeKind.REPOINT -> tree.repoint(start, level, key, old, moved);
            case MeganodeKind.RELINK -> tree.relink(start, level, key, old, moved);
            case MeganodeKind.WITHDRAW -> tree.withdraw(start, key, old);
            case MeganodeKind.COVER -> tree.cover(start, level, key, old, moved);
            default ->
                    throw new IllegalArgumentException(
                            "correction is 0 to 3: correction=" + keys.word(2));
        };
    }

    /** A level of a request. */
    private static int level(long word) {
        int level = Math.clamp(word, -1, Integer.MAX_VALUE);
        Page.checkLevel(level);
        return level;
    }

    private static int move(
            ServerMeganodes owner, MeganodeView view, Request request, Reply reply) {
        return new MoveStep(owner, view, reply).run();
    }

    private static int replace(
            ServerMeganodes owner, MeganodeView view, Request request, Reply reply) {
        RequestKeys keys = view.keys();
        int words = keys.words();
        int first = REPLACE_WORDS + 2 * Math.clamp(keys.word(2), 0, AddressSpace.SERVERS);
        keys.require(first);
        Map<Integer, Long> counts = counts(request, first);
        boolean isEmptied = (words - first) % 2 == 1;
        EntryBuffer entries = new EntryBuffer(owner.fanout());
        for (int i = first; i + 1 < words; i += 2) {
            entries.add(keys.key(i), keys.word(i + 1));
        }
        long loaded = keys.word(1);
        int outcome =
                isEmptied
                        ? view.tree().replaceEmptied(loaded, counts)
                        : view.tree().replace(entries, loaded, counts) ? 1 : 0;
        put(reply, 0, outcome);
        return keys.end(reply, 1);
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
        request.require(Words.bytes(1));
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
