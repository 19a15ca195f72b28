package dev.mangrove.index.btree.partition;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.level.LevelWriter;

import org.jspecify.annotations.Nullable;

import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/**
 * Fills an empty tree: a whole tree is written first, where nobody knows it, and then takes the
 * place of the empty one. Until then nothing has happened, and all pages can be given back.
 */
public final class TreeLoader implements Partition.Loader {
    private final Pages pages;
    private final LongSupplier leafSource;
    private final LongSupplier innerSource;
    private final int fanout;
    private final double fill;
    private final LongPredicate adopt;
    private @Nullable LevelWriter leaves;
    private long root;

    /**
     * Fills a tree.
     *
     * @param leafSource where pages of leaves come from
     * @param innerSource where those of the levels above come from
     * @param adopt puts a tree in the place of the empty one; false if that is not empty
     */
    public TreeLoader(
            Pages pages,
            LongSupplier leafSource,
            LongSupplier innerSource,
            int fanout,
            double fill,
            LongPredicate adopt) {
        this.pages = pages;
        this.leafSource = leafSource;
        this.innerSource = innerSource;
        this.fanout = fanout;
        this.fill = fill;
        this.adopt = adopt;
    }

    @Override
    public void add(long key, long value) {
        LevelWriter writer = leaves;
        if (writer == null) {
            writer = LevelWriter.leaves(pages, leafSource, innerSource, fanout, fill);
            leaves = writer;
        }
        writer.add(key, value);
    }

    @Override
    public void complete() {
        if (leaves != null) {
            root = leaves.finish();
        }
    }

    @Override
    public boolean publish() {
        LevelWriter written = leaves;
        if (written == null) {
            return true;
        }
        leaves = null; // If this ends in an exception, the tree may have been published.
        boolean published = adopt.test(root);
        leaves = published ? null : written;
        return published;
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
