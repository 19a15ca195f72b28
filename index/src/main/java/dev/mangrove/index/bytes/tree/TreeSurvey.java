package dev.mangrove.index.bytes.tree;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.BytesEntry;
import dev.mangrove.index.page.bytes.BytesNode;
import dev.mangrove.index.page.bytes.BytesPage;
import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A walk over all pages of a tree, level by level: checks bounds, order, links, separators and
 * values, and compares the pages and extents that belong to the tree with those that are allocated.
 */
public final class TreeSurvey {
    /** Faults that are reported; more are counted only. */
    private static final int MOST_FAULTS = 20;

    /** Pages of a tree in none of its levels. */
    private static final int ANCHORS = 1;

    private final @Nullable TreePages pages;
    private final List<String> faults = new ArrayList<>();
    private final Map<Long, byte[]> named = new HashMap<>();
    private int height;
    private long leaves;
    private long inners;
    private long entries;
    private long stored;
    private long extents;
    private long extentBytes;
    private long held;
    private long spare;

    TreeSurvey(@Nullable TreePages pages) {
        this.pages = pages;
    }

    /**
     * Visits a tree.
     *
     * @param counted number of entries that changes have counted
     */
    TreeSurvey run(BytesPage root, long counted) {
        TreePages all = pages;
        if (all == null) {
            throw new IllegalStateException("a survey from a message cannot be run");
        }
        height = root.level() + 1;
        try {
            BytesPage first = root;
            walkLevel(all, first);
            while (first.level() > 0) {
                first = all.open(first.entries().getFirst().word());
                walkLevel(all, first);
            }
        } catch (FabricException e) {
            fault(String.valueOf(e.getMessage()));
        }
        extentBytes = all.extents().space().allocatedBytes();
        held = all.tables().held();
        spare =
                all.space().allocated()
                        - ANCHORS
                        - leaves
                        - inners
                        + all.tables().allocatedOthers()
                        - extents;
        if (faults.isEmpty()) {
            compare(counted);
        }
        return this;
    }

    /** Compares a sound tree with what was counted and allocated. */
    private void compare(long counted) {
        if (stored != counted) {
            fault("the leaves have " + stored + " entries, and changes have counted " + counted);
        }
        if (spare < 0) {
            fault("more pages and extents are reached than are allocated: spare=" + spare);
        }
    }

    private void walkLevel(TreePages all, BytesPage first) {
        Map<Long, byte[]> expected = new HashMap<>(named);
        named.clear();
        byte[] low = {};
        BytesPage page = first;
        // Ends: each turn goes to a page of larger keys.
        while (true) {
            visit(all, page, first.level(), low);
            byte[] separator = expected.remove(page.pointer());
            if (separator != null && !Arrays.equals(separator, low)) {
                fault("a separator is not the lower bound of its page");
            }
            byte[] high = page.high();
            if ((high == null) != (page.right() == PagePointer.NULL)) {
                fault("a page has a right link and no upper bound, or no link and a bound");
            }
            if (high == null || page.right() == PagePointer.NULL) {
                break;
            }
            if (Arrays.compareUnsigned(high, low) <= 0) {
                fault(
                        "the upper bound is not above the lower one at "
                                + PagePointer.toString(page.pointer()));
                break;
            }
            low = high;
            page = all.open(page.right());
        }
        if (!expected.isEmpty()) {
            fault("separators lead to " + expected.size() + " pages that are in no level");
        }
    }

    private void visit(TreePages all, BytesPage page, int level, byte[] low) {
        BytesNode node = page.load();
        String title = PagePointer.toString(page.pointer());
        if (node.level() != level) {
            fault("level " + node.level() + " instead of " + level + " at " + title);
        }
        if (!Arrays.equals(node.low().key(), low)) {
            fault("the lower bound is not the neighbour's upper bound at " + title);
        }
        BytesNode.Bound high = node.high();
        own(node.low().extent());
        own(high == null ? ExtentPointer.NULL : high.extent());
        byte[] before = null;
        for (BytesEntry entry : node.entries()) {
            if (before != null && Arrays.compareUnsigned(before, entry.key()) >= 0) {
                fault("a key stands twice at " + title);
            }
            before = entry.key();
            visit(all, page, entry, node, title);
        }
        if (level > 0 && node.entries().isEmpty()) {
            fault("an inner page has no child at " + title);
        }
        leaves += level == 0 ? 1 : 0;
        inners += level == 0 ? 0 : 1;
    }

    private void visit(
            TreePages all, BytesPage page, BytesEntry entry, BytesNode node, String title) {
        BytesNode.Bound high = node.high();
        if (Arrays.compareUnsigned(entry.key(), node.low().key()) < 0
                || (high != null && Arrays.compareUnsigned(entry.key(), high.key()) >= 0)) {
            fault("a key is outside of the bounds at " + title);
        }
        own(entry.keyExtent());
        if (node.level() > 0) {
            named.put(entry.word(), entry.key());
            return;
        }
        stored++;
        entries += all.isExpired(entry) ? 0 : 1;
        own(entry.valueExtent());
        byte[] _ = all.value(page, entry); // Throws if the extent is not sound.
    }

    private void own(long extent) {
        extents += extent == ExtentPointer.NULL ? 0 : 1;
    }

    private void fault(String text) {
        if (faults.size() < MOST_FAULTS) {
            faults.add(text);
        }
    }

    /** Adds this to a message. */
    public void write(WireWriter out) {
        out.putInt(height).putLong(leaves).putLong(inners).putLong(entries);
        out.putLong(extents).putLong(extentBytes).putLong(held).putLong(spare);
        out.putInt(faults.size());
        faults.forEach(out::putText);
    }

    /** Takes one from a message. */
    public static TreeSurvey read(WireReader in) {
        TreeSurvey survey = new TreeSurvey(null);
        survey.height = in.getInt();
        survey.leaves = in.getLong();
        survey.inners = in.getLong();
        survey.entries = in.getLong();
        survey.extents = in.getLong();
        survey.extentBytes = in.getLong();
        survey.held = in.getLong();
        survey.spare = in.getLong();
        for (int left = in.getCount(Short.BYTES); left > 0; left--) {
            survey.faults.add(in.getText());
        }
        return survey;
    }

    /** Levels of the tree. */
    public int height() {
        return height;
    }

    /** Pages of the lowest level. */
    public long leaves() {
        return leaves;
    }

    /** Pages above it. */
    public long inners() {
        return inners;
    }

    /** Keys. */
    public long entries() {
        return entries;
    }

    /** Extents of bounds, keys and values. */
    public long extents() {
        return extents;
    }

    /** Bytes of all extents that are allocated. */
    public long extentBytes() {
        return extentBytes;
    }

    /** Extents in the hands of clients, which replace values in place. */
    public long held() {
        return held;
    }

    /** Pages and extents that are allocated and neither part of the tree nor held by clients. */
    public long spare() {
        return spare;
    }

    /** The first violated invariants. */
    public List<String> faults() {
        return faults;
    }
}
