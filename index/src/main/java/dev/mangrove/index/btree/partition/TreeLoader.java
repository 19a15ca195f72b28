package dev.mangrove.index.btree.partition;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.load.LevelWriter;
import dev.mangrove.index.btree.load.PageSource;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.Status;

import org.jspecify.annotations.Nullable;

import java.util.function.LongPredicate;

/**
 * Fills an empty tree: writes a whole unpublished tree first, and then replaces the empty one by
 * it. Until then the load has no effect, and all pages can be freed.
 */
public final class TreeLoader implements PageLoader {
    private final Pages pages;
    private final PageSource source;
    private final int fanout;
    private final double fill;
    private final Adoption adopt;
    private @Nullable LevelWriter leaves;
    private long root;
    private long count;

    /** Replaces the empty tree by a loaded one. */
    public interface Adoption {
        /**
         * Whether it did; false if the tree is not empty.
         *
         * @param entries number of entries of the loaded tree
         */
        boolean adopt(long loaded, long entries);
    }

    /** Creates a loader that replaces the empty tree without telling the number of entries. */
    public TreeLoader(
            Pages pages, PageSource source, int fanout, double fill, LongPredicate adopt) {
        this(pages, source, fanout, fill, (loaded, entries) -> adopt.test(loaded));
    }

    /**
     * Creates a loader.
     *
     * @param source allocates pages
     * @param adopt replaces the empty tree
     */
    public TreeLoader(Pages pages, PageSource source, int fanout, double fill, Adoption adopt) {
        this.pages = pages;
        this.source = source;
        this.fanout = fanout;
        this.fill = fill;
        this.adopt = adopt;
    }

    @Override
    public void add(long key, long value) {
        LevelWriter writer = leaves;
        if (writer == null) {
            writer = LevelWriter.leaves(pages, source, fanout, fill);
            leaves = writer;
        }
        writer.add(key, value);
        count++;
    }

    @Override
    public void complete() {
        if (leaves != null) {
            root = leaves.finish();
            pages.settle();
        }
    }

    @Override
    public long current() {
        return leaves == null ? PagePointer.NULL : leaves.current();
    }

    @Override
    public void forgetWritten(int mark) {
        if (leaves != null) {
            leaves.forgetWritten(mark);
        }
    }

    /**
     * If memory is refused, nothing was published: it is needed only to merge empty leaves, before
     * the store that decides.
     */
    @Override
    public boolean publish() {
        LevelWriter written = leaves;
        if (written == null) {
            return true;
        }
        leaves = null; // If the next call throws, the tree may have been published.
        try {
            boolean published = adopt.adopt(root, count);
            leaves = published ? null : written;
            return published;
        } catch (RequestRefusedException e) {
            leaves = e.status() == Status.OUT_OF_MEMORY ? written : null;
            throw e;
        }
    }

    @Override
    public boolean hasUnpublished() {
        return leaves != null;
    }

    @Override
    public void discard() {
        LevelWriter writer = leaves;
        if (writer != null) {
            leaves = null;
            writer.discard();
        }
    }
}
