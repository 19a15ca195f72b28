package dev.mangrove.server.state;

import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.btree.level.EntryTally;
import dev.mangrove.index.btree.local.LocalTree;
import dev.mangrove.index.btree.meganode.MeganodeTree;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.page.PageFormat;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.WordFormat;
import dev.mangrove.index.page.strings.StringFormat;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** This server's part of a tree of meganodes, with one view for each worker that is using it. */
public final class ServerMeganodes {
    private final ServerContext context;
    private final PageSpace space;
    private final int fanout;
    private final int level;
    private final boolean spreads;
    private final @Nullable AtomicLong root;
    private final AtomicBoolean changing = new AtomicBoolean();
    private final LocalLatches latches;
    private final PendingMoves pending = new PendingMoves();
    private final EntryTally tally = new EntryTally();
    private final Deque<MeganodeView> idle = new ArrayDeque<>();
    private final @Nullable IndexExtents longKeys;
    private volatile boolean hasGivenPages;

    /**
     * Creates a server's part of a tree; at the home server, a tree of one leaf.
     *
     * @param level of the roots of meganodes
     * @param isHome whether this server has the levels above the meganodes
     * @param spreads whether the tree has several servers, over which clients spread it
     * @param longKeys where long keys of byte strings lie; null if keys are words
     */
    public ServerMeganodes(
            ServerContext context,
            PageSpace space,
            int fanout,
            int level,
            boolean isHome,
            boolean spreads,
            @Nullable IndexExtents longKeys) {
        this.longKeys = longKeys;
        this.context = context;
        this.space = space;
        this.fanout = fanout;
        this.level = level;
        this.spreads = spreads;
        this.latches = new LocalLatches(context.host());
        this.root = isHome ? new AtomicLong(LocalTree.plant(pages(newMemory()))) : null;
    }

    /** The pointer to the root; NULL if this is not the home server. */
    public long root() {
        return root == null ? PagePointer.NULL : root.get();
    }

    /** Most entries of a page. */
    public int fanout() {
        return fanout;
    }

    /** Level of the roots of meganodes. */
    public int level() {
        return level;
    }

    /** Moves of pages to this server that are under way. */
    public PendingMoves pending() {
        return pending;
    }

    /** A view for one request, to be given back also when the request fails. */
    public MeganodeView borrow() {
        synchronized (idle) {
            MeganodeView view = idle.pollLast();
            if (view != null) {
                return view;
            }
        }
        RequestMemory memory = newMemory();
        MeganodeTree tree = new MeganodeTree(pages(memory), level, fanout, root, changing, spreads);
        return new MeganodeView(tree.counting(tally), memory);
    }

    private @Nullable RequestMemory newMemory() {
        return longKeys == null ? null : new RequestMemory(longKeys);
    }

    /** The extents that the request of a view has taken for the page that it has written. */
    public CopyKeys keysOf(MeganodeView view) {
        RequestMemory memory = view.memory();
        return longKeys == null || memory == null ? CopyKeys.NONE : CopyKeys.of(longKeys, memory);
    }

    /** A page of this server was ended, because it has moved to another one. */
    public void gavePage() {
        hasGivenPages = true;
    }

    /** Whether a page has ever moved from this server to another one. */
    public boolean hasGivenPages() {
        return hasGivenPages;
    }

    /** What this server has counted in its leaves. */
    public EntryTally tally() {
        return tally;
    }

    /** Ends the request of a view. */
    public void giveBack(MeganodeView view) {
        view.end();
        synchronized (idle) {
            idle.addLast(view);
        }
    }

    private LocalPages pages(@Nullable RequestMemory memory) {
        int server = context.server();
        PageFormat format =
                memory == null
                        ? new WordFormat(space.pageSize(), space.tag())
                        : new StringFormat(
                                space.pageSize(),
                                space.tag(),
                                new LocalKeys(server, context.memory(), memory));
        return new LocalPages(context.host(), format, server, context.memory(), latches, space);
    }
}
