package dev.mangrove.server.state;

import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.btree.level.EntryTally;
import dev.mangrove.index.btree.local.LocalTree;
import dev.mangrove.index.latch.LocalLatches;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;

/** A tree on this server, with one view for each worker that is using it. */
public final class ServerTree {
    private final ServerContext context;
    private final PageSpace space;
    private final int fanout;
    private final boolean ownsLeaves;
    private final AtomicLong root = new AtomicLong();
    private final LocalLatches latches;
    private final EntryTally tally = new EntryTally();
    private final Deque<LocalTree> idle = new ArrayDeque<>();

    public ServerTree(ServerContext context, PageSpace space, int fanout, boolean ownsLeaves) {
        this.context = context;
        this.space = space;
        this.fanout = fanout;
        this.ownsLeaves = ownsLeaves;
        this.latches = new LocalLatches(context.host());
        root.set(LocalTree.plant(pages()));
    }

    /** The pointer to the root. */
    public long root() {
        return root.get();
    }

    /** A view for one request, to be given back also when the request fails. */
    public LocalTree borrow() {
        synchronized (idle) {
            LocalTree tree = idle.pollLast();
            if (tree != null) {
                return tree;
            }
        }
        return new LocalTree(pages(), root, fanout, ownsLeaves).counting(tally);
    }

    /** What this server has counted in its leaves; null if it has none. */
    public @Nullable EntryTally tally() {
        return ownsLeaves ? tally : null;
    }

    public void giveBack(LocalTree tree) {
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
