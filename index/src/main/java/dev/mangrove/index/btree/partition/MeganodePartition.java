package dev.mangrove.index.btree.partition;

import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.leaves.KeyOperations;
import dev.mangrove.index.btree.leaves.LeafLookups;
import dev.mangrove.index.btree.leaves.LeafScan;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.btree.verify.EntryCounts;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MeganodeKind;

import org.jspecify.annotations.Nullable;

import java.util.function.IntFunction;

/**
 * A tree of meganodes, which only their servers change, on request. Reads are requests as well, or
 * this client reads pages: in place where memory is mapped, else by verbs.
 */
public final class MeganodePartition implements Partition {
    /** Chosen: other clients change the leaf at most so often before it is split where it is. */
    private static final int MOST_SPREADS = 16;

    private static final RangeQuery ANY = RangeQuery.all().limit(1);

    private final Meganodes meganodes;
    private final SessionPages pages;
    private final int fanout;
    private final MeganodeScan scan;
    private final MeganodeGets gets;
    private final MeganodeOperations operations;
    private final @Nullable LeafLevel own;
    private final @Nullable LeafScan ownScan;
    private final @Nullable LeafLookups ownLookups;
    private final @Nullable IntFunction<ReadGuide> guides;
    private final @Nullable ReadGuide[] guideOf = new ReadGuide[AddressSpace.SERVERS];
    private final RemoteChange asked = new RemoteChange();
    private @Nullable TreeSpread spread;
    private boolean looksUpItself;

    /**
     * Creates access to a tree.
     *
     * @param own reads the tree's pages; null if servers execute all reads
     * @param guides make the guide that decides for each read of a server's meganodes whether this
     *     client executes it; null if it executes all of them
     */
    public MeganodePartition(
            Meganodes meganodes,
            SessionPages pages,
            int fanout,
            @Nullable LeafLevel own,
            @Nullable IntFunction<ReadGuide> guides) {
        this.meganodes = meganodes;
        this.pages = pages;
        this.fanout = fanout;
        this.scan = new MeganodeScan(meganodes, pages.host());
        this.gets = new MeganodeGets(meganodes);
        this.operations = new MeganodeOperations(meganodes);
        this.own = own;
        this.ownScan = own == null ? null : new LeafScan(own);
        this.ownLookups = own == null ? null : new LeafLookups(own);
        this.guides = guides;
    }

    @Override
    public boolean get(long key, Lookup into) {
        LeafLevel leaves = own;
        if (leaves == null) {
            return meganodes.get(key, into);
        }
        ReadGuide by = guideFor(key);
        if (by == null) {
            return leaves.get(key, into);
        }
        boolean found = by.offloadsGet(key) ? leaves.get(key, into) : meganodes.get(key, into);
        by.ended();
        return found;
    }

    /** The guide for the server of a key's meganode; null if this client executes all reads. */
    private @Nullable ReadGuide guideFor(long key) {
        IntFunction<ReadGuide> make = guides;
        if (make == null) {
            return null;
        }
        int server = AddressSpace.server(meganodes.startFor(key));
        ReadGuide guide = guideOf[server];
        if (guide == null) {
            guide = make.apply(server);
            guideOf[server] = guide;
        }
        return guide;
    }

    @Override
    public void start(Lookups wanted) {
        ReadGuide by = ownLookups == null ? null : guideFor(wanted.key(0));
        looksUpItself = ownLookups != null && (by == null || by.offloadsGets(wanted));
        if (ownLookups != null && looksUpItself) {
            ownLookups.start(wanted);
        } else {
            gets.start(wanted);
        }
    }

    @Override
    public void finish(Lookups wanted) {
        if (ownLookups != null && looksUpItself) {
            ownLookups.finish(wanted);
        } else {
            gets.finish(wanted);
        }
    }

    @Override
    public void start(KeyOperations wanted) {
        operations.start(wanted);
    }

    @Override
    public void finish(KeyOperations wanted) {
        operations.finish(wanted);
        wanted.runRest(this);
    }

    @Override
    public boolean change(Change change, long key, long value, long expected) {
        int outcome = meganodes.change(asked.set(change, key, value, expected));
        for (int spreads = 1; isToSpread(outcome); spreads++) {
            boolean spread = outcome == MeganodeKind.SPREAD ? spread().run() : spread().extend(key);
            asked.maySplit = !spread || spreads == MOST_SPREADS;
            outcome = meganodes.change(asked);
        }
        return outcome == MeganodeKind.YES;
    }

    private static boolean isToSpread(int outcome) {
        return outcome == MeganodeKind.SPREAD || outcome == MeganodeKind.EXTEND;
    }

    private TreeSpread spread() {
        TreeSpread made = spread;
        if (made == null) {
            made = new TreeSpread(meganodes, pages, fanout);
            spread = made;
        }
        return made;
    }

    @Override
    public Cursor scan(RangeQuery query) {
        LeafScan byClient = ownScan;
        if (byClient == null) {
            return scan.begin(query);
        }
        ReadGuide by = guideFor(query.descending() ? query.to() : query.from());
        return by == null || by.offloadsRange(query) ? byClient.begin(query) : scan.begin(query);
    }

    @Override
    public Loader loader(double fill) {
        return new MeganodeLoader(meganodes, pages, fanout, fill, this::isEmpty);
    }

    /** Whether no meganode has entries, one after the other. */
    private boolean isEmpty() {
        meganodes.inner().startOver();
        try (Cursor any = new MeganodeScan(meganodes, pages.host()).begin(ANY)) {
            return !any.next();
        }
    }

    @Override
    public void walk(BTreeVerifier walk) {
        walk.walk(meganodes.currentRoot());
    }

    @Override
    public void countEntries(EntryCounts into) {
        meganodes.countEntries(into);
    }

    @Override
    public void goUncached() {
        meganodes.goUncached();
    }

    @Override
    public void close() {
        pages.close();
    }
}
