package dev.mangrove.index.rtree.search;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.transfer.RowMask;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeCopy;
import dev.mangrove.index.rtree.page.NodeShape;
import dev.mangrove.index.rtree.page.NodeState;
import dev.mangrove.index.rtree.page.NodeView;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Headers and bounds of groups of many leaves, read by gathers: a sixth of a page of 24 entries.
 * They tell how many entries a leaf has, and whether a window holds all of them.
 *
 * <p>What is read of a page is consistent under the same rule as the whole page, see {@link
 * dev.mangrove.index.rtree.page}: all its lines have equal stamps that are not BUSY, or, where only
 * words stay whole, the stamp of the header is the same before and after, by the guard of the rows.
 */
final class LeafSummaries {
    /** Rows of a gather, and gathers at a time. Chosen: 160 KiB of pages of 24 entries. */
    private static final int ROWS = 128;

    private static final int GATHERS = 4;

    /** Most summaries at a time. */
    static final int MOST = GATHERS * ROWS;

    private final NodeShape shape;
    private final NodeView view;
    private final boolean wholeLines;
    private final int rowBytes;
    private final RowMask mask;
    private final Batch batch;
    private final MemorySegment rows;
    private final Selection[] selections = new Selection[GATHERS];
    private final long[][] addresses = new long[GATHERS][ROWS];
    private final long[] pointers = new long[MOST];
    private final boolean[] torn = new boolean[GATHERS];

    LeafSummaries(Channel channel, NodeShape shape, int tag) {
        this.shape = shape;
        this.view = new NodeView(shape, tag);
        this.wholeLines = channel.capabilities().readAtomicity() >= Node.LINE;
        this.rowBytes = shape.firstGroup();
        RowMask runs = new RowMask(shape.pageSize()).run(0, rowBytes);
        this.mask = wholeLines ? runs : runs.guard(0);
        this.batch = channel.batch(GATHERS);
        this.rows = channel.endpoint().allocate((long) GATHERS * ROWS * rowBytes);
        Arrays.setAll(selections, i -> new Selection());
    }

    /** Reads summaries of some of the leaves, at most {@link #MOST}, in the order given. */
    void read(long[] leaves, int first, int number) {
        batch.clear();
        for (int done = 0; done < number; done += ROWS) {
            int gather = done / ROWS;
            int some = Math.min(ROWS, number - done);
            for (int i = 0; i < some; i++) {
                pointers[done + i] = leaves[first + done + i];
                addresses[gather][i] = PagePointer.address(pointers[done + i]);
            }
            Selection selected = selections[gather].pointed(addresses[gather], some, mask);
            int _ = batch.gather(selected, rows, (long) done * rowBytes);
        }
        batch.execute();
        for (int gather = 0; gather < batch.size(); gather++) {
            torn[gather] = batch.tornRows(gather) > 0;
        }
    }

    /** Shows the header of a leaf that was read; BUSY if the row is not consistent. */
    NodeState look(int row) {
        long at = (long) row * rowBytes;
        if (torn[row / ROWS] || (wholeLines && !NodeCopy.hasEqualStamps(rows, at, rowBytes))) {
            return NodeState.BUSY;
        }
        return view.stable(rows, at, pointers[row]);
    }

    /** The header that was looked at; entries are not there. */
    NodeView view() {
        return view;
    }

    /** Whether a window holds all entries of the leaf that was looked at. */
    boolean isWithin(double minX, double minY, double maxX, double maxY) {
        int column = shape.summaryBytes();
        int groups = (view.count() + Node.SLOTS - 1) / Node.SLOTS;
        for (int group = 0; group < groups; group++) {
            long at = view.base() + shape.group(group);
            if (!(Node.number(rows, at) >= minX
                    && Node.number(rows, at + column) <= maxX
                    && Node.number(rows, at + 2L * column) >= minY
                    && Node.number(rows, at + 3L * column) <= maxY)) {
                return false;
            }
        }
        return true;
    }
}
