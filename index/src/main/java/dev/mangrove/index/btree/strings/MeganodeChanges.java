package dev.mangrove.index.btree.strings;

import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.leaves.LeafScan;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.Retries;
import dev.mangrove.index.btree.partition.MeganodeLoader;
import dev.mangrove.index.btree.partition.Meganodes;
import dev.mangrove.index.btree.partition.PageLoader;
import dev.mangrove.index.btree.partition.RemoteChange;
import dev.mangrove.index.btree.strings.ExpiryJudge.Verdict;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.EntryChange;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.strings.KeyArena;
import dev.mangrove.index.page.strings.StringPageView;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.wire.MeganodeKind;

/**
 * Changes of a tree of meganodes, each by a request to the server of its leaf. Where that meets an
 * entry that expires, this client judges it and asks again, as the head of {@code
 * index.bytes.spread} says.
 */
final class MeganodeChanges implements StringChanges {
    private static final RangeQuery ANY = RangeQuery.all().limit(1);

    private final Meganodes meganodes;
    private final SessionPages pages;
    private final LeafLevel leaves;
    private final EntryChange change;
    private final Retries retries;
    private final RemoteChange asked = new RemoteChange();
    private ExpiryJudge judge = _ -> Verdict.ALIVE;
    private boolean metExpiring;

    /**
     * Creates changes.
     *
     * @param leaves that this client reads
     * @param change takes what leaves have lost
     */
    MeganodeChanges(Meganodes meganodes, SessionPages pages, LeafLevel leaves, EntryChange change) {
        this.meganodes = meganodes;
        this.pages = pages;
        this.leaves = leaves;
        this.change = change;
        this.retries = new Retries(pages.host());
    }

    @Override
    public void expiry(ExpiryJudge by) {
        judge = by;
    }

    @Override
    public boolean change(Change how, long key, long value, long expected) {
        metExpiring = false;
        asked.set(how, key, value, expected);
        int outcome = meganodes.change(asked);
        // Ends: retries limits the tries. Each means that the entry was renewed meanwhile.
        for (int tries = 1; outcome == MeganodeKind.UNJUDGED; tries++) {
            metExpiring = true;
            long pointer = asked.lostWord();
            if (tries > 1) {
                RareBranch.EXPIRY_JUDGED_AGAIN.taken();
            }
            Verdict verdict = judge.judge(pointer);
            if (verdict == Verdict.OVER && leavesExpired(how)) {
                if (isRemoved(key, pointer)) {
                    RareBranch.EXPIRED_DELETED.taken();
                    return false;
                }
                asked.set(how, key, value, expected);
            } else {
                judged(pointer, verdict);
            }
            retries.check(tries, PagePointer.NULL);
            outcome = meganodes.change(asked);
        }
        return isMet(outcome);
    }

    /**
     * Whether a change would leave an expired entry in its leaf. The client removes the entry
     * instead: if it stayed, another client that has judged it alive before could change it as an
     * entry that is present.
     */
    private static boolean leavesExpired(Change how) {
        return !how.isMet(false, false);
    }

    private void judged(long pointer, Verdict verdict) {
        switch (verdict) {
            case ALIVE -> asked.judge(pointer, false);
            case OVER -> asked.judge(pointer, true);
            case GONE -> asked.judge(PagePointer.NULL, false);
        }
    }

    @Override
    public boolean remove(long key, long word) {
        metExpiring = false;
        return isRemoved(key, word);
    }

    /** Removes an entry as {@link #remove}: it is taken for alive, as any other. */
    private boolean isRemoved(long key, long word) {
        long expiring = KeyArena.withKinds(key, KeyArena.kind(key), StringPageView.EXPIRING);
        asked.set(Change.DELETE_IF_EQUAL, expiring, 0, word);
        asked.judge(word, false);
        int outcome = meganodes.change(asked);
        return outcome != MeganodeKind.UNJUDGED && isMet(outcome);
    }

    private boolean isMet(int outcome) {
        if (asked.lostKind() != EntryChange.NONE) {
            change.lost(asked.lostKind(), asked.lostWord());
        }
        return outcome == MeganodeKind.YES;
    }

    @Override
    public boolean hasMetExpiring() {
        return metExpiring;
    }

    @Override
    public PageLoader loader(double fill) {
        int fanout = leaves.inserter().fanout();
        return new MeganodeLoader(meganodes, pages, fanout, fill, this::isEmpty);
    }

    /** Whether no leaf has entries, one after the other. */
    private boolean isEmpty() {
        meganodes.inner().startOver();
        try (LeafScan any = new LeafScan(leaves).begin(ANY)) {
            return !any.next();
        }
    }

    @Override
    public void goUncached() {
        meganodes.goUncached();
    }
}
