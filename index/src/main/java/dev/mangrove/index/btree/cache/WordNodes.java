package dev.mangrove.index.btree.cache;

import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.PageView;

/** Copies of inner pages with 64-bit keys, see {@link CachedNode}. */
final class WordNodes implements NodeLayout {
    static final WordNodes INSTANCE = new WordNodes();

    private WordNodes() {}

    @Override
    public long[] copy(PageView page, EntryBuffer entries) {
        return CachedNode.of(page, entries);
    }

    @Override
    public boolean covers(long[] node, long key) {
        return CachedNode.covers(node, key);
    }

    @Override
    public long child(long[] node, long key) {
        return CachedNode.child(node, key);
    }

    @Override
    public int childrenFrom(long[] node, long key, long end, boolean descending, long[] into) {
        return descending
                ? CachedNode.childrenDown(node, key, end, into)
                : CachedNode.childrenUp(node, key, end, into);
    }

    @Override
    public void children(long[] node, EntryBuffer into) {
        CachedNode.children(node, into);
    }
}
