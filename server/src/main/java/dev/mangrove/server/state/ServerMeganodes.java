package dev.mangrove.server.state;

import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.btree.level.EntryTally;
import dev.mangrove.index.btree.local.LocalTree;
import dev.mangrove.index.btree.meganode.MeganodeTree;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.page.PagePointer;

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
    private final Deque<MeganodeTree> idle = new ArrayDeque<>();

    /**
     * Creates a server's part of a tree; at the home server, a tree of one leaf.
     *
     * @param level of the roots of meganodes
     * @param isHome whether this server has the levels above the meganodes
     * @param spreads whether the tree has several servers
     */
    public ServerMeganodes(
            ServerContext context,
            PageSpace space,
            int fanout,
            int level,
            boolean isHome,
            boolean spreads) {
        this.context = context;
        this.space = space;
        this.fanout = fanout;
        this.level = level;
        this.spreads = spreads;
        this.latches = new LocalLatches(context.host());
        this.root = isHome ? new AtomicLong(LocalTree.plant(pages())) : null;
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
    public MeganodeTree borrow() {
        synchronized (idle) {
            MeganodeTree tree = idle.pollLast();
            if (tree != null) {
                return tree;
            }
        }
        return new MeganodeTree(pages(), level, fanout, root, changing, spreads).counting(tally);
    }

    /** What this server has counted in its leaves. */
    public EntryTally tally() {
        return tally;
    }

    public void giveBack(MeganodeTree tree) {
        synchronized (idle) {
            idle.addLast(tree);
        }
    }

    private LocalPages pages() {
        return new LocalPages(
                context.host(),
                space.pageSize(),
                space.tag(),
                context.server(),
                context.memory(),
                latches,
                space);
    }
}
