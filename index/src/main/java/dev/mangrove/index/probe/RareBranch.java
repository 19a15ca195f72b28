package dev.mangrove.index.probe;

import dev.mangrove.fabric.memory.SharedWords;

import java.util.Arrays;
import java.util.Locale;

/**
 * Retries and recoveries of indexes. A check that never reaches one of them says nothing about it.
 *
 * <p>A branch calls {@link #taken} where it is taken. Only a JVM that runs with {@link
 * SharedWords#WATCHED_PROPERTY} counts, in the single thread of the simulator; the flag is a
 * constant to the compiler, which removes the call otherwise.
 */
public enum RareBranch {
    /** A walk along a level went to the right neighbour of a page that had split. */
    WALKED_RIGHT(Kind.ORDERED),
    /** A walk along a level went on from a dead page to the page that took its entries. */
    LEFT_DEAD_PAGE(Kind.ORDERED),
    /** A walk started at a reused page, and the entry that named it was corrected. */
    STALE_ENTRY(Kind.ORDERED),
    /** A descent started again at the root. */
    DESCENT_RESTARTED(Kind.ORDERED),
    /** A get read a leaf in place that a writer changed meanwhile. */
    GET_REPEATED(Kind.ORDERED),
    /** A scan read a leaf in place that a writer changed meanwhile. */
    SCAN_REPEATED(Kind.ORDERED),
    /** A count read a leaf as a whole, because its outline was of no use. */
    COUNT_REPEATED(Kind.ORDERED),
    /** Lines of a copied page were inconsistent. */
    COPY_TORN(Kind.ORDERED),
    /** A change started again, after the change of a dead session had been finished. */
    CHANGE_REPEATED(Kind.ORDERED),
    /** A latch was held by another session. */
    LATCH_AWAITED(Kind.ORDERED),
    /** A waiter asked a server whether the holder of a latch is gone. */
    HOLDER_ASKED_FOR(Kind.ORDERED),
    /** A waiter asked a server to close the connections of a holder whose lease has ended. */
    HOLDER_KEPT_OUT(Kind.ORDERED),
    /** The latch of a session that is gone was taken over. */
    LATCH_TAKEN_OVER(Kind.ORDERED),
    /** A thread handed its latch on to the next thread of its process. */
    LATCH_HANDED_ON(Kind.ORDERED),
    /** Entries that a split of a dead session had moved were swept. */
    SPLIT_FINISHED(Kind.ORDERED),
    /** A merge of a dead session was completed. */
    MERGE_COMPLETED(Kind.ORDERED),
    /** A merge of a dead session was undone. */
    MERGE_UNDONE(Kind.ORDERED),
    /** A merge was not made: a latch was held, or there was no memory for a long key. */
    MERGE_GIVEN_UP(Kind.ORDERED),
    /** A load whose loader had died, or was slow, was completed. */
    LOAD_COMPLETED(Kind.ORDERED),
    /** A load whose loader had died before it took effect was undone. */
    LOAD_UNDONE(Kind.ORDERED),
    /** A separator was posted by another client than the one that split the page. */
    SEPARATOR_POSTED_LATE(Kind.ORDERED),
    /** A put that split a page could not post the separator for lack of memory. */
    SEPARATOR_NOT_POSTED(Kind.ORDERED),
    /** A dead leaf that the level above still named was removed from it. */
    DEAD_LEAF_REMOVED(Kind.ORDERED),
    /** A server sent a search of a tree of meganodes on to another server. */
    SENT_ELSEWHERE(Kind.ORDERED),
    /** A client took the separator of a meganode to the home server. */
    SEPARATOR_DELIVERED(Kind.ORDERED),
    /** A client spread a tree of one leaf over the servers. */
    TREE_SPREAD(Kind.ORDERED),
    /** A client began a meganode at the right end of a tree, at another server. */
    TREE_EXTENDED(Kind.ORDERED),
    /** A page of a meganode moved to another server. */
    PAGE_MOVED(Kind.ORDERED),
    /** A page was not moved, because it changed after it had been copied. */
    MOVE_REFUSED(Kind.ORDERED),
    /** A move whose client had died, or was slow, was given up before it took effect. */
    MOVE_GIVEN_UP(Kind.ORDERED),
    /** A move whose client had died, or was slow, was completed. */
    MOVE_COMPLETED(Kind.ORDERED),
    /** An entry that named a freed page of another server was removed. */
    GONE_PAGE_WITHDRAWN(Kind.ORDERED),
    /** The first entry of a page named a freed page, and got the one that covers its key. */
    FIRST_ENTRY_COVERED(Kind.ORDERED),
    /** A loader moved the empty meganodes of a tree to its home server. */
    MEGANODES_GATHERED(Kind.ORDERED),
    /** An emptied tree of meganodes was replaced by a loaded one. */
    MEGANODES_REPLACED(Kind.ORDERED),
    /** A keeper moved a new meganode to a server that had fewer. */
    MEGANODE_PLACED(Kind.ORDERED),
    /** A keeper moved the rest of a meganode that was at two servers. */
    MEGANODE_COMPLETED(Kind.ORDERED),
    /** A search started at the root of a meganode that a path led to. */
    PATH_FOLLOWED(Kind.ORDERED),
    /** A path led to a page that does not cover its keys any more, and was removed. */
    PATH_STALE(Kind.ORDERED),
    /** A path was evicted to make room for another. */
    PATH_EVICTED(Kind.ORDERED),
    /** An operation of a batch could not be executed together with the others. */
    BATCH_ENTRY_ALONE(Kind.ORDERED),
    /** A reader removed an entry that had expired. */
    EXPIRED_FOUND(Kind.BYTES),
    /** A change replaced an entry that had expired. */
    EXPIRED_REPLACED(Kind.BYTES),
    /** A keeper removed an entry that had expired. */
    EXPIRED_REMOVED(Kind.BYTES),
    /** An entry that had expired was renewed or removed before a reader or keeper removed it. */
    RENEWED_MEANWHILE(Kind.BYTES),
    /** A server had a client judge whether an entry has expired. */
    EXPIRY_UNJUDGED(Kind.BYTES),
    /** A client judged again, because another one had renewed the entry that it judged first. */
    EXPIRY_JUDGED_AGAIN(Kind.BYTES),
    /** A change that stores nothing in the place of an expired entry removed the entry. */
    EXPIRED_DELETED(Kind.BYTES),
    /** A keeper merged a leaf into its left neighbour, because one of them was sparse. */
    SPARSE_LEAF_MERGED(Kind.BYTES),
    /** A search started again, because entries had moved or a page had died. */
    SEARCH_RESTARTED(Kind.SPATIAL),
    /** A search also visited the right page of one that had split. */
    RIGHT_PAGE_VISITED(Kind.SPATIAL),
    /** A search in place read a page again that the server changed meanwhile. */
    PAGE_REREAD(Kind.SPATIAL),
    /** A search in place waited for the end of a change. */
    BUSY_PAGE_AWAITED(Kind.SPATIAL),
    /** Lines of a copied page were inconsistent. */
    NODE_COPY_TORN(Kind.SPATIAL),
    /** A count read summaries of leaves instead of the leaves. */
    SUMMARIES_READ(Kind.SPATIAL),
    /** A count by verbs compared ids, because entries could be in two pages. */
    COUNTED_BY_IDS(Kind.SPATIAL),
    /** A search in place started with parents of leaves that its view remembered. */
    PARENTS_USED(Kind.SPATIAL),
    /** A search in place started with leaves that its view remembered. */
    LEAVES_USED(Kind.SPATIAL),
    /** A writer found that an object had moved to another leaf before it latched the first. */
    OBJECT_MOVED_MEANWHILE(Kind.SPATIAL),
    /** A move was cancelled for lack of memory. */
    MOVE_CANCELLED(Kind.SPATIAL);

    /** The kind of index that has a branch. */
    public enum Kind {
        /** Ordered indexes. */
        ORDERED,
        /** Indexes of byte strings whose pages clients change. */
        BYTES,
        /** Spatial indexes. */
        SPATIAL
    }

    private static final boolean WATCHED = SharedWords.isWatched();
    private static final long[] COUNTS = new long[values().length];

    private final Kind kind;

    RareBranch(Kind kind) {
        this.kind = kind;
    }

    /** The kind of index that has this branch. */
    public Kind kind() {
        return kind;
    }

    /** The name for people. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Counts that the branch is taken. */
    @SuppressWarnings("EnumOrdinal") // An index of counts that leave this class as numbers.
    public void taken() {
        if (WATCHED) {
            COUNTS[ordinal()]++;
        }
    }

    /** How often the branch was taken since {@link #reset}. */
    @SuppressWarnings("EnumOrdinal")
    public long count() {
        return COUNTS[ordinal()];
    }

    /** Sets all counts to 0. */
    public static void reset() {
        Arrays.fill(COUNTS, 0);
    }
}
