package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeView;

/**
 * The Hilbert R-tree. An object's key is its position on the curve; an inner entry's key is the
 * largest key below it. Descends by the entry with the smallest key that is not below the object's.
 * A page that overflows shares with its neighbour; two full pages are split into three.
 */
final class HilbertStrategy implements Strategy {
    private final RTree tree;

    HilbertStrategy(RTree tree) {
        this.tree = tree;
    }

    @Override
    public int chooseInPlace(NodeView page, Box box, long except) {
        int slot = page.nextKey(box.key);
        return slot != Node.NONE && page.reference(slot) == except ? Node.NONE : slot;
    }

    @Override
    public int choose(EntryBlock entries, Box box, boolean aboveLeaves) {
        int best = -1;
        int last = -1;
        for (int i = 0; i < entries.size(); i++) {
            if (entries.key(i) >= box.key && (best < 0 || entries.key(i) < entries.key(best))) {
                best = i;
            }
            if (last < 0 || entries.key(i) > entries.key(last)) {
                last = i;
            }
        }
        return best >= 0 ? best : last;
    }

    @Override
    public int split(EntryBlock entries) {
        entries.sortByKey();
        return entries.size() / 2;
    }

    @Override
    public Overflow overflow() {
        return Overflow.SHARE;
    }

    @Override
    public long key(double minX, double minY, double maxX, double maxY) {
        return tree.curve().of(minX, minY, maxX, maxY);
    }
}
