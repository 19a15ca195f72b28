package dev.mangrove.bench.published;

import dev.mangrove.index.access.AccessOptions;
import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.page.CopyCheck;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MeganodeKind;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.Words;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Moves a meganode as Cell splits one (section 2.2): locks its key range, copies all its pages,
 * corrects the level above and the right links that lead to it, marks the old pages as dead, and
 * ends the lock. Its servers have the plugin {@link RangeLock}. Used by one thread; closing it
 * closes the session.
 *
 * <p>Different from the paper: a client copies the pages, by batches of READs and WRITEs, and not
 * their server; a change that the lock keeps out is sent again by its client and does not wait at
 * the server; right links lead to pages of the same level. A client that dies leaves the range
 * locked; the paper has a log.
 */
public final class RangeLockedMove implements AutoCloseable {
    /** Pages that a request marks as dead. Chosen: as many as are copied at the same time. */
    private static final int INVALIDATED_AT_ONCE = 64;

    /** Chosen: corrections go from server to server and wait for other locks. */
    private static final int MOST_STEPS = 100_000;

    private static final long PAUSE_NANOS = 20_000;

    private final Session session;
    private final IndexDescriptor index;
    private final SessionPages pages;
    private final OrderedOptions options;
    private final boolean invalidates;
    private final MeganodePages meganode;
    private final Map<Integer, Call> calls = new HashMap<>();

    /**
     * Opens an index.
     *
     * @param options that the index was created with
     * @param invalidates whether old pages are marked as dead before the lock ends; if not, readers
     *     and writers that have pointers to them use them until they are reused
     */
    public RangeLockedMove(
            Session session, String name, OrderedOptions options, boolean invalidates) {
        this.session = session;
        this.options = options;
        this.invalidates = invalidates;
        this.index = session.catalogue().open(name);
        this.pages =
                new SessionPages(
                        session,
                        index,
                        index.spec().servers(),
                        new AccessOptions(false, CopyCheck.EVERY_LINE, true, Set.of()));
        this.meganode = new MeganodePages(pages, fanout(), options.meganodeLevel());
    }

    private int fanout() {
        return options.fanout() == 0 ? Page.slots(options.pageSize()) : options.fanout();
    }

    /** Servers of the index. */
    public List<Integer> servers() {
        return index.spec().servers();
    }

    /**
     * Moves the meganode that covers a key to a server; returns the number of its pages, 0 if it is
     * there, or another range of its server is locked, or there is no level above it.
     */
    public long move(long key, int server) {
        MeganodePages.Content root = meganode.findRoot(currentRoot(), key);
        if (root == null || AddressSpace.server(root.pointer()) == server) {
            return 0;
        }
        int sender = AddressSpace.server(root.pointer());
        if (ask(
                        sender,
                        RangeLock.LOCK,
                        tree(),
                        options.meganodeLevel(),
                        root.low(),
                        root.isBounded() ? 1 : 0,
                        root.high())
                == 0) {
            return 0;
        }
        List<MeganodePages.Content> old = meganode.readAll(root);
        if (!old.isEmpty()) {
            Map<Long, Long> copies = copy(old, server);
            swing(root, copies);
            if (invalidates) {
                invalidate(sender, old, copies);
            }
        }
        long _ = ask(sender, RangeLock.UNLOCK);
        old.forEach(page -> pages.free(page.pointer()));
        return old.size();
    }

    private Map<Long, Long> copy(List<MeganodePages.Content> old, int server) {
        Map<Long, Long> copies = new HashMap<>();
        for (MeganodePages.Content page : old) {
            copies.put(page.pointer(), pages.allocateAt(server));
        }
        PageImage image = pages.newImage();
        EntryBuffer entries = new EntryBuffer(fanout());
        for (MeganodePages.Content page : old) {
            entries.size(0);
            for (int i = 0; i < page.entries().size(); i++) {
                long value = page.entries().value(i);
                boolean isChild = page.level() > Page.LEAF;
                entries.add(
                        page.entries().key(i), isChild ? copies.getOrDefault(value, value) : value);
            }
            long copy = of(copies, page.pointer());
            long right = copies.getOrDefault(page.right(), page.right());
            PageImage started =
                    page.isBounded()
                            ? image.bounded(copy, page.level(), page.low(), page.high(), right)
                            : image.unbounded(copy, page.level(), page.low());
            pages.writeSoon(copy, started.entries(entries, 0, entries.size()));
        }
        pages.settle();
        return copies;
    }

    /** Leads searches to the copies: from above, and from the left at each level. */
    private void swing(MeganodePages.Content root, Map<Long, Long> copies) {
        correct(
                MeganodeKind.REPOINT,
                options.meganodeLevel() + 1,
                root.low(),
                root.pointer(),
                of(copies, root.pointer()));
        for (MeganodePages.Content first : meganode.firstOfLevels()) {
            if (root.low() > Long.MIN_VALUE) {
                correct(
                        MeganodeKind.RELINK,
                        first.level(),
                        root.low() - 1,
                        first.pointer(),
                        of(copies, first.pointer()));
            }
        }
    }

    private void invalidate(int sender, List<MeganodePages.Content> old, Map<Long, Long> copies) {
        for (int from = 0; from < old.size(); from += INVALIDATED_AT_ONCE) {
            int count = Math.min(INVALIDATED_AT_ONCE, old.size() - from);
            long[] words = new long[2 + 2 * count];
            words[0] = index.id();
            words[1] = pages.pageSize();
            for (int i = 0; i < count; i++) {
                words[2 + 2 * i] = old.get(from + i).pointer();
                words[3 + 2 * i] = of(copies, words[2 + 2 * i]);
            }
            long _ = ask(sender, RangeLock.INVALIDATE, words);
        }
    }

    private static long of(Map<Long, Long> copies, long page) {
        @Nullable Long copy = copies.get(page);
        if (copy == null) {
            throw new IllegalStateException("no copy of page " + PagePointer.toString(page));
        }
        return copy;
    }

    /** Sends a correction from server to server, from the root on. */
    private void correct(int correction, int level, long key, long old, long copy) {
        long start = currentRoot();
        for (int steps = 0; steps < MOST_STEPS; steps++) {
            Call call = call(AddressSpace.server(start));
            long outcome =
                    ask(
                            call,
                            MeganodeKind.CORRECT,
                            tree(),
                            start,
                            correction,
                            level,
                            key,
                            old,
                            copy);
            if (outcome == MeganodeKind.YES) {
                return;
            }
            if (outcome == MeganodeKind.ELSEWHERE) {
                long next = Words.get(call.answer(), 0, 1);
                if (next == start) {
                    session.host().sleep(PAUSE_NANOS); // The range is locked.
                }
                start = next;
            } else {
                session.host().sleep(PAUSE_NANOS);
                start = currentRoot();
            }
        }
        throw new IllegalStateException("a correction found no page: key=" + key);
    }

    private long tree() {
        return TreeKind.tree(index.id(), 0);
    }

    private long currentRoot() {
        int home = servers().getFirst();
        return open(call(home), home);
    }

    private long open(Call call, int server) {
        return ask(
                call,
                MeganodeKind.OPEN,
                tree(),
                options.pageSize(),
                fanout(),
                options.meganodeLevel(),
                server == servers().getFirst() ? 1 : 0,
                servers().size() > 1 ? 1 : 0,
                0);
    }

    private Call call(int server) {
        @Nullable Call known = calls.get(server);
        if (known != null) {
            return known;
        }
        Call call = session.link(server).call(Words.bytes(2 + 2 * INVALIDATED_AT_ONCE));
        calls.put(server, call);
        long _ = open(call, server);
        return call;
    }

    private long ask(int server, int kind, long... words) {
        return ask(call(server), kind, words);
    }

    private static long ask(Call call, int kind, long... words) {
        call.execute(kind, Words.write(call.request(), Call.PAYLOAD, words));
        return Words.get(call.answer(), 0, 0);
    }

    @Override
    public void close() {
        try {
            pages.close();
        } finally {
            session.close();
        }
    }
}
