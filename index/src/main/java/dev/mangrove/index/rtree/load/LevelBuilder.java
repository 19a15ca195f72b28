package dev.mangrove.index.rtree.load;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeEditor;
import dev.mangrove.index.rtree.page.NodeState;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.rtree.tree.EntryPlacer;
import dev.mangrove.index.rtree.tree.Overflows;
import dev.mangrove.index.rtree.tree.RTree;

/**
 * Builds the pages of a new tree from objects in leaf order. Each level buffers the entries that
 * are in no page yet; when there are enough for two pages, it writes one and adds that page's entry
 * to the level above. So the heap holds only a few entries per level, from which all written pages
 * can be found and freed if the load fails.
 */
final class LevelBuilder {
    private final RTree tree;
    private final NodeEditor editor;
    private final int perPage;
    private final EntryBlock[] waiting = new EntryBlock[EntryPlacer.LEVELS];
    private final boolean[] written = new boolean[EntryPlacer.LEVELS];
    private final EntryBlock page = new EntryBlock();
    private final EntryBlock rest = new EntryBlock();
    private final Box box = new Box();

    LevelBuilder(RTree tree, NodeEditor editor, int perPage) {
        this.tree = tree;
        this.editor = editor;
        this.perPage = perPage;
    }

    /** Adds the entry {@code i} of a block to the leaves, with another key. */
    void add(EntryBlock objects, int i, long key) {
        waiting(Node.LEAF)
                .add(
                        objects.minX(i),
                        objects.minY(i),
                        objects.maxX(i),
                        objects.maxY(i),
                        objects.reference(i),
                        key);
        writeIfMany(Node.LEAF);
    }

    /**
     * Writes the remaining entries and returns the root; {@link #undo} is not possible afterwards.
     */
    long finish() {
        // Ends: each level has fewer pages than the one below it has entries.
        for (int level = Node.LEAF; ; level++) {
            EntryBlock left = waiting(level);
            if (level > Node.LEAF && left.size() == 1 && !written[level]) {
                return left.reference(0);
            }
            // The last two pages divide the rest, so that none has a single entry.
            if (left.size() > perPage) {
                write(level, (left.size() + 1) / 2);
            }
            write(level, left.size());
        }
    }

    private EntryBlock waiting(int level) {
        EntryBlock entries = waiting[level];
        if (entries == null) {
            entries = new EntryBlock();
            waiting[level] = entries;
        }
        return entries;
    }

    private void writeIfMany(int level) {
        if (waiting(level).size() >= 2 * perPage) {
            write(level, perPage);
        }
    }

    /** Writes a page of the first buffered entries of a level. */
    private void write(int level, int entries) {
        EntryBlock from = waiting(level);
        assert entries > 0 && entries <= from.size() : entries + " of " + from.size();
        page.clear().addAll(from, 0, entries);
        long pointer = create(level);
        if (level == Node.LEAF) {
            place(pointer);
        }
        written[level] = true;
        rest.clear().addAll(from, entries, from.size());
        from.clear().addAll(rest, 0, rest.size());
        Overflows.add(waiting(level + 1), box.clear().add(page, 0, page.size()), pointer);
        writeIfMany(level + 1);
    }

    private long create(int level) {
        long pointer = tree.pages().takeUnpromised();
        try {
            editor.create(RTree.offset(pointer), pointer, level, page, null, false);
        } catch (RuntimeException | Error e) {
            tree.pages().free(pointer); // Nothing leads to it yet, so that undo would not find it.
            throw e;
        }
        return pointer;
    }

    /** Records the objects of a leaf in the directory. */
    private void place(long leaf) {
        try {
            for (int i = 0; i < page.size(); i++) {
                if (tree.directory().find(page.reference(i)) != PagePointer.NULL) {
                    throw new IllegalArgumentException(
                            "an id occurs twice: id=" + page.reference(i));
                }
                tree.directory().makeRoom(page.reference(i));
                tree.directory()
                        .place(
                                page.reference(i),
                                page.minX(i),
                                page.minY(i),
                                page.maxX(i),
                                page.maxY(i),
                                leaf);
            }
        } catch (RuntimeException | Error e) {
            undo(leaf, Node.LEAF);
            throw e;
        }
    }

    /** Frees all written pages, and removes their objects from the directory. */
    void undo() {
        for (int level = 1; level < waiting.length; level++) {
            EntryBlock entries = waiting[level];
            for (int i = 0; entries != null && i < entries.size(); i++) {
                undo(entries.reference(i), level - 1);
            }
        }
    }

    private void undo(long pointer, int level) {
        NodeView view = tree.newView();
        NodeState state = view.stable(tree.memory(), RTree.offset(pointer), pointer);
        assert state == NodeState.GOOD : state;
        for (int i = 0; i < view.count(); i++) {
            long reference = view.reference(i);
            if (level > Node.LEAF) {
                undo(reference, level - 1);
            } else if (tree.directory().find(reference) == pointer) {
                tree.directory().remove(reference);
            }
        }
        tree.pages().free(pointer);
    }
}
