package dev.mangrove.index.btree.partition;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.btree.cache.PathCache;
import dev.mangrove.index.btree.level.ChildBounds;
import dev.mangrove.index.btree.level.CoveringWalk;
import dev.mangrove.index.btree.level.Descent;
import dev.mangrove.index.btree.level.HintedRoot;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.LevelWalk;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.btree.level.Retries;
import dev.mangrove.index.btree.level.Root;
import dev.mangrove.index.btree.meganode.UnpostedSeparators;
import dev.mangrove.index.btree.verify.EntryCounts;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MeganodeKind;
import dev.mangrove.index.wire.Status;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Searches and changes of a tree of meganodes by message, for one thread. A request goes to the
 * server of the key's meganode, which this client finds in the levels above: it caches copies of
 * them, or has a path to the meganode, or asks the home server. An answer names another server
 * where the search goes on; that of the home server has the range of keys for a path.
 */
public final class Meganodes {
    private final Session session;
    private final SessionPages pages;
    private final long tree;
    private final List<Integer> servers;
    private final int fanout;
    private final int level;
    private final NodeCache cache;
    private final PathCache paths;
    private final ChildBounds named = new ChildBounds();
    private boolean caches;
    private boolean followsPaths;

    /** Whether a path named the start of the last search. */
    private boolean byPath;

    /** The root, if it is known to be below the levels above the meganodes; else NULL. */
    private long onlyMeganode;

    private long changedFrom;

    private final InnerLevels inner;
    private final HintedRoot root;
    private final LevelWalk covering;
    private final Retries retries;
    private final Lookup visited = new Lookup();
    private final UnpostedSeparators unposted = new UnpostedSeparators();
    private final UnpostedSeparators routed = new UnpostedSeparators();
    private final @Nullable MeganodeCalls[] calls = new MeganodeCalls[AddressSpace.SERVERS];

    /**
     * Opens a tree.
     *
     * @param servers of the index; the first is the tree's home
     * @param level of the roots of meganodes
     * @param cachedFrom lowest level whose pages are cached
     * @param paths to meganodes, used where the cache is too small or off
     */
    public Meganodes(
            Session session,
            SessionPages pages,
            long tree,
            List<Integer> servers,
            int fanout,
            int level,
            NodeCache cache,
            int cachedFrom,
            PathCache paths) {
        this.session = session;
        this.pages = pages;
        this.tree = tree;
        this.servers = servers;
        this.fanout = fanout;
        this.level = level;
        this.cache = cache;
        this.caches = cache.isOn();
        this.paths = paths;
        this.followsPaths = paths.isOn();
        this.retries = new Retries(session.host());
        this.root = new HintedRoot(openAt(home()), () -> openAt(home()));
        Merger merger = new Merger(pages, fanout);
        this.inner =
                new InnerLevels(pages, root, fanout, cache, merger, true, this::visit)
                        .cachingFrom(cachedFrom);
        if (followsPaths) {
            inner.followingPaths(paths, level);
        }
        this.covering =
                new CoveringWalk(
                        pages,
                        pages.newView(),
                        (at, key) -> inner.find(key, at),
                        (at, key, page) -> inner.reportStale(key, page));
    }

    /** Uses no copies and no paths from now on: searches start at the home server. */
    public void goUncached() {
        caches = false;
        followsPaths = false;
        inner.goUncached();
    }

    /** The tree's levels, as this client reads them. */
    public InnerLevels inner() {
        return inner;
    }

    /** The server that has the levels above the meganodes. */
    int home() {
        return servers.getFirst();
    }

    List<Integer> servers() {
        return servers;
    }

    /** Level of the roots of meganodes. */
    int level() {
        return level;
    }

    /** Requests to a server, which has opened the tree. */
    MeganodeCalls at(int server) {
        MeganodeCalls known = calls[server];
        if (known == null) {
            openAt(server);
            known = Objects.requireNonNull(calls[server]);
        }
        return known;
    }

    private long openAt(int server) {
        MeganodeCalls known = calls[server];
        MeganodeCalls open =
                known == null
                        ? new MeganodeCalls(
                                session, server, tree, servers.size(), fanout, pages.order())
                        : known;
        boolean hasSeveral = servers.size() > 1;
        long found = open.open(pages.pageSize(), level, server == home(), hasSeveral);
        calls[server] = open;
        return found;
    }

    /** Adds what all servers that are not lost have counted in their leaves. */
    void countEntries(EntryCounts into) {
        Map<Integer, Long> loaded = new TreeMap<>();
        for (int server : session.pool().serversThere()) {
            if (session.lossOf(server) == null) {
                countEntries(into, server, loaded);
            }
        }
        loaded.forEach(into::loaded);
    }

    private void countEntries(EntryCounts into, int server, Map<Integer, Long> loaded) {
        try {
            at(server).countEntries(into, server, loaded);
        } catch (FabricException e) {
            if (session.lossOf(server) == null) {
                throw e;
            }
        }
    }

    /** The root word, as this client knows it. */
    public Root root() {
        return root;
    }

    /** The current root. */
    long currentRoot() {
        return root.refresh();
    }

    /** The page where a request for a key starts. */
    long startFor(long key) {
        long top = root.get();
        byPath = false;
        if (top == onlyMeganode) {
            return top;
        }
        if (!caches) {
            return startWithoutCopies(top, key);
        }
        long start = inner.name(key, level);
        byPath = inner.isByPath();
        if (start != Descent.ABOVE_ROOT && start != root.get()) {
            return start;
        }
        onlyMeganode = root.get();
        return onlyMeganode;
    }

    private long startWithoutCopies(long top, long key) {
        long path = followsPaths ? paths.find(key) : PagePointer.NULL;
        if (path == PagePointer.NULL) {
            return top;
        }
        RareBranch.PATH_FOLLOWED.taken();
        byPath = true;
        return path;
    }

    /** Whether paths are used: copies are too few. */
    private boolean usesPaths() {
        return followsPaths && cache.isShort();
    }

    /** Removes the path for a key if it leads to a start that was found to be a wrong one. */
    void dropPath(long key, long start) {
        if (usesPaths()) {
            boolean _ = paths.remove(key, start);
        }
    }

    /**
     * The page where a request goes on that was sent on. A path that led to the old start is
     * dropped; without a cache, the one that the home server has named is added. Before any other
     * request to that server, which would overwrite its answer.
     */
    private long nextStart(long key, long start, MeganodeCalls from) {
        long next = from.elsewhere();
        dropPath(key, start);
        if (followsPaths && !caches && from.bounds(named)) {
            paths.add(named.low(), named.isBounded(), named.high(), next);
        }
        return next;
    }

    /** The page where the last change started. */
    long changedFrom() {
        return changedFrom;
    }

    /**
     * A request was sent on: what this client knows of the levels above is old, and so may be the
     * copy that named a leaf. If that copy stayed, its leaf would lead each further request at that
     * server away from the key's meganode.
     */
    private void sentOn(long key) {
        inner.forgetLeafOfCopy(key);
        if (onlyMeganode == PagePointer.NULL) {
            learn(key, true);
        } else {
            onlyMeganode = PagePointer.NULL;
            root.refresh();
        }
    }

    /** The leaf that a copy names for a key; NULL if none does, or it lies at another server. */
    private long leafHint(long key, long start) {
        long leaf = inner.leafOfCopy(key);
        boolean near = AddressSpace.server(leaf) == AddressSpace.server(start);
        return near ? leaf : PagePointer.NULL;
    }

    /** Whether a key is present; if so, {@code into} has its value. */
    boolean get(long key, Lookup into) {
        long start = startFor(key);
        long namedFrom = PagePointer.NULL;
        // Ends: retries limits the tries.
        for (int tries = 1; ; tries++) {
            MeganodeCalls server = at(AddressSpace.server(start));
            int outcome = server.find(start, leafHint(key, start), key, into);
            switch (outcome) {
                case MeganodeKind.YES, MeganodeKind.NO -> {
                    if (server.hasSplit()) {
                        dropPath(key, start);
                        learn(key, true);
                    }
                    return outcome == MeganodeKind.YES;
                }
                case MeganodeKind.ELSEWHERE -> {
                    namedFrom = start;
                    start = nextStart(key, start, server);
                    sentOn(key);
                }
                default -> {
                    start = restart(key, outcome, namedFrom, start);
                    namedFrom = PagePointer.NULL;
                }
            }
            retries.check(tries, start);
        }
    }

    /**
     * Another start, after GONE or ASTRAY. If a path led to the old one, the path is what was stale
     * and not an entry of the tree.
     */
    private long restart(long key, int outcome, long namedFrom, long start) {
        boolean isStalePath = byPath && namedFrom == PagePointer.NULL;
        dropPath(key, start);
        if (isStalePath) {
            return startFor(key);
        }
        if (outcome == MeganodeKind.GONE) {
            withdraw(key, namedFrom, start);
        }
        return startOver(key);
    }

    /**
     * Has an entry removed that names a page which has been freed: a separator that was sent before
     * the page moved, and posted after that.
     *
     * @param namedFrom where the search started that came to the entry; NULL if it is at the home
     *     server
     */
    private void withdraw(long key, long namedFrom, long gone) {
        RareBranch.GONE_PAGE_WITHDRAWN.taken();
        long start = namedFrom == PagePointer.NULL ? root.get() : namedFrom;
        MeganodeCalls server = at(AddressSpace.server(start));
        int outcome =
                server.correct(MeganodeKind.WITHDRAW, start, InnerLevels.LOWEST, key, gone, gone);
        if (outcome == MeganodeKind.UNCOVERED) {
            cover(server.uncoveredLevel(), server.uncoveredKey(), gone);
        }
    }

    /**
     * Has the first entry of a page that starts at a key lead to the page below that covers the key
     * now, found from the key before it: from there searches go right. Ends: what it meets on the
     * way is at a higher level or further left.
     */
    private void cover(int above, long first, long gone) {
        RareBranch.FIRST_ENTRY_COVERED.taken();
        inner.startOver();
        long cover = covering.find(above - 1, first);
        if (cover != LevelWalk.NOWHERE) {
            int _ = correct(MeganodeKind.COVER, above, first, gone, cover);
        }
    }

    /** Drops the copy that named a meganode which has split. */
    private void learn(long key, boolean split) {
        if (split && caches) {
            inner.name(key, level);
            inner.forgetParent();
        }
    }

    /** Finds a start without what this client has cached. */
    long startOver(long key) {
        if (usesPaths()) {
            dropPath(key, paths.find(key));
        }
        inner.startOver();
        return startFor(key);
    }

    /** Makes a change; YES, NO, SPREAD, EXTEND or UNJUDGED. */
    public int change(RemoteChange change) {
        long key = change.key;
        long start = startFor(key);
        long namedFrom = PagePointer.NULL;
        // Ends: retries limits the tries.
        for (int tries = 1; ; tries++) {
            MeganodeCalls server = at(AddressSpace.server(start));
            long leaf = leafHint(key, start);
            int outcome = server.change(start, leaf, change);
            switch (outcome) {
                case MeganodeKind.ELSEWHERE -> {
                    namedFrom = start;
                    start = nextStart(key, start, server);
                    deliver(server, PagePointer.NULL);
                    sentOn(key);
                }
                case MeganodeKind.GONE, MeganodeKind.ASTRAY -> {
                    start = restart(key, outcome, namedFrom, start);
                    namedFrom = PagePointer.NULL;
                }
                default -> {
                    changedFrom = start;
                    deliver(server, server.elsewhere());
                    return outcome;
                }
            }
            retries.check(tries, start);
        }
    }

    /**
     * Takes the separators of a change to other servers. The change is done, so lack of memory
     * there is no failure: searches reach a page by its left neighbour until another client posts
     * its separator.
     *
     * @param near where the server's search for the parent ended; NULL if that is not known
     */
    private void deliver(MeganodeCalls from, long near) {
        from.unposted(unposted);
        deliver(unposted, near);
    }

    /** Takes these separators to the servers of the pages above, and those that this leaves. */
    void deliver(UnpostedSeparators separators) {
        deliver(separators, PagePointer.NULL);
    }

    private void deliver(UnpostedSeparators separators, long near) {
        UnpostedSeparators waiting = separators;
        long from = near;
        // Ends: each turn is for a higher level.
        while (waiting.size() > 0) {
            UnpostedSeparators next = new UnpostedSeparators();
            for (int i = 0; i < waiting.size(); i++) {
                deliver(waiting.level(i), waiting.key(i), waiting.pointer(i), from, next);
            }
            waiting = next;
            from = PagePointer.NULL;
        }
    }

    private void deliver(int above, long key, long pointer, long from, UnpostedSeparators next) {
        try {
            int _ =
                    route(
                            key,
                            from,
                            (server, start) -> server.post(start, above, key, pointer),
                            next);
            RareBranch.SEPARATOR_DELIVERED.taken();
            learn(key, above > level);
        } catch (RequestRefusedException e) {
            if (e.status() != Status.OUT_OF_MEMORY) {
                throw e;
            }
        }
    }

    /**
     * Corrects the pointers to a page wherever the page is that has them; returns YES, or NO if
     * there is no such level.
     */
    int correct(int correction, int above, long key, long from, long to) {
        UnpostedSeparators left = new UnpostedSeparators();
        int outcome =
                route(
                        key,
                        PagePointer.NULL,
                        (server, start) -> server.correct(correction, start, above, key, from, to),
                        left);
        deliver(left);
        return outcome;
    }

    /** One request on the way to the page that a correction is for. */
    private interface Routed {
        int send(MeganodeCalls server, long start);
    }

    /**
     * Sends a request for a key from server to server; returns the outcome.
     *
     * @param from a page where it may start; NULL for the root
     */
    private int route(long key, long from, Routed request, UnpostedSeparators left) {
        long start = from == PagePointer.NULL ? root.get() : from;
        long namedFrom = PagePointer.NULL;
        // Ends: retries limits the tries.
        for (int tries = 1; ; tries++) {
            MeganodeCalls server = at(AddressSpace.server(start));
            int outcome = request.send(server, start);
            switch (outcome) {
                case MeganodeKind.ELSEWHERE -> {
                    namedFrom = start;
                    start = server.elsewhere();
                }
                case MeganodeKind.GONE, MeganodeKind.ASTRAY -> {
                    if (outcome == MeganodeKind.GONE) {
                        withdraw(key, namedFrom, start);
                    }
                    namedFrom = PagePointer.NULL;
                    start = root.refresh();
                }
                default -> {
                    server.unposted(routed);
                    for (int i = 0; i < routed.size(); i++) {
                        left.add(routed.level(i), routed.key(i), routed.pointer(i));
                    }
                    return outcome;
                }
            }
            retries.check(tries, start);
        }
    }

    /** Has a server look a key up, which corrects what this client has found stale. */
    void visit(long key) {
        get(key, visited);
    }
}
