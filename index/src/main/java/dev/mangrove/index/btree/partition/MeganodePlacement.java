package dev.mangrove.index.btree.partition;

import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.load.PageSource;

import java.util.List;

/**
 * Places the pages of a tree that is being loaded: those of a meganode at one server, meganodes
 * round robin, the levels above them at the first server. Page <i>i</i> of a level is below page
 * <i>i / perPage</i> of the next level.
 */
final class MeganodePlacement implements PageSource {
    /** More levels than a tree of pages with two entries can have. */
    private static final int LEVELS = 64;

    private final SessionPages pages;
    private final List<Integer> servers;
    private final int rootLevel;
    private final long[] taken = new long[LEVELS];

    MeganodePlacement(SessionPages pages, List<Integer> servers, int rootLevel) {
        this.pages = pages;
        this.servers = servers;
        this.rootLevel = rootLevel;
    }

    @Override
    public long take(int level, int perPage) {
        long number = taken[level]++;
        if (level > rootLevel) {
            return pages.allocateAt(servers.getFirst());
        }
        for (int above = level; above < rootLevel; above++) {
            number /= perPage;
        }
        return pages.allocateAt(servers.get((int) (number % servers.size())));
    }
}
