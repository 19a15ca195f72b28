package dev.mangrove.index.btree.partition;

import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.latch.WaitLimit;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MeganodeKind;

import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Loads a tree of meganodes that is new or has been emptied. The home server replaces an emptied
 * tree only while all its pages are there, because one store must end its last leaf. So the loader
 * moves the empty meganodes to the home server first, and again if another client has moved one
 * away meanwhile.
 */
public final class MeganodeLoader implements PageLoader {
    private static final EntryBuffer NO_ENTRIES = new EntryBuffer(0);

    private final Meganodes meganodes;
    private final SessionPages pages;
    private final int fanout;
    private final BooleanSupplier isEmpty;
    private final TreeLoader tree;
    private final Map<Integer, Long> counts = new TreeMap<>();
    private int outcome = MeganodeKind.NO;

    /**
     * Creates a loader that fills a fraction of each page.
     *
     * @param isEmpty whether no leaf has entries, one after the other
     */
    public MeganodeLoader(
            Meganodes meganodes,
            SessionPages pages,
            int fanout,
            double fill,
            BooleanSupplier isEmpty) {
        this.isEmpty = isEmpty;
        this.meganodes = meganodes;
        this.pages = pages;
        this.fanout = fanout;
        this.tree =
                new TreeLoader(
                        pages,
                        new MeganodePlacement(pages, meganodes.servers(), meganodes.level()),
                        fanout,
                        fill,
                        this::replace);
    }

    @Override
    public void add(long key, long value) {
        tree.add(key, value);
        counts.merge(AddressSpace.server(tree.current()), 1L, Long::sum);
    }

    @Override
    public void complete() {
        tree.complete();
    }

    @Override
    public boolean publish() {
        boolean published = tree.publish();
        if (!published) {
            WaitLimit wait = new WaitLimit(pages.host());
            wait.begin();
            // Ends: the wait has a limit.
            while (!published && outcome == MeganodeKind.ELSEWHERE && isEmpty.getAsBoolean()) {
                gather();
                published = tree.publish();
                wait.looked(meganodes.home(), home -> "empty meganodes to stay at server " + home);
            }
        }
        meganodes.inner().startOver();
        return published;
    }

    @Override
    public void discard() {
        tree.discard();
    }

    @Override
    public long current() {
        return tree.current();
    }

    @Override
    public void forgetWritten(int mark) {
        tree.forgetWritten(mark);
    }

    @Override
    public boolean hasUnpublished() {
        return tree.hasUnpublished();
    }

    private boolean replace(long loaded) {
        MeganodeCalls home = meganodes.at(meganodes.home());
        if (home.replace(loaded, counts, NO_ENTRIES)) {
            return true;
        }
        outcome = home.replaceEmptied(loaded, counts);
        return outcome == MeganodeKind.YES;
    }

    /** Moves all meganodes to the home server, and completes or undoes moves of dead clients. */
    private void gather() {
        RareBranch.MEGANODES_GATHERED.taken();
        MeganodeMover mover = new MeganodeMover(meganodes, pages, fanout);
        NavigableSet<Integer> servers = new TreeSet<>(meganodes.servers());
        servers.addAll(moveAll(mover));
        for (int server : servers) {
            int _ = mover.settle(server);
        }
    }

    /** Moves all meganodes to the home server; returns the servers where they were. */
    private NavigableSet<Integer> moveAll(MeganodeMover mover) {
        NavigableSet<Integer> servers = new TreeSet<>();
        KeyCopy key = KeyCopy.LEAST;
        boolean there = mover.look(key);
        // Ends: each turn goes right.
        while (there) {
            servers.add(mover.server());
            boolean isLast = !mover.hasNext();
            KeyCopy next = mover.next();
            long _ = mover.move(key, meganodes.home());
            key = next;
            there = !isLast && mover.look(key);
        }
        return servers;
    }
}
