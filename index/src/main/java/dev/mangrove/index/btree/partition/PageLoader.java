package dev.mangrove.index.btree.partition;

/** Writes the pages of a tree that is loaded, and then replaces the empty one by it. */
public interface PageLoader extends Partition.Loader {
    /** The leaf that the last entry went to; NULL if there is none. */
    long current();

    /** See {@link dev.mangrove.index.btree.load.LevelWriter#forgetWritten}. */
    void forgetWritten(int mark);

    /** Whether {@link #discard} has pages to free. */
    boolean hasUnpublished();
}
