package dev.mangrove.index.rtree.tree;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.latch.WaitLimit;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeEditor;
import dev.mangrove.index.rtree.page.NodeState;
import dev.mangrove.index.rtree.page.NodeView;

import java.util.Arrays;

/**
 * Latches pages for one thread, and finds the parents of pages. A thread that holds the latch of a
 * page may wait for one of a higher level; for a page of the same or a lower level it may only try.
 * So no cycle of waiters can form.
 */
public final class TreeLatches {
    /** Instead of a slot: the page has no parent, it is the root. */
    static final int ROOT = -2;

    /** Instead of a slot: the page is dead. */
    static final int GONE = -3;

    /**
     * Chosen: a parent splits a few times at most while its child is changed; beyond it, the whole
     * level is searched.
     */
    private static final int MOST_STEPS_RIGHT = 8;

    private final RTree tree;
    private final NodeEditor editor;
    private final NodeView probe;
    private final Box area = new Box();
    private final WaitLimit wait;
    private final WaitLimit parentWait;
    private long[] stack = new long[64];

    public TreeLatches(RTree tree, NodeEditor editor) {
        this.tree = tree;
        this.editor = editor;
        this.probe = tree.newView();
        this.wait = tree.newWait();
        this.parentWait = tree.newWait();
    }

    /** Acquires a page's latch, waiting for it, and shows the page; false if it is dead. */
    public boolean latch(long pointer, NodeView view) {
        long offset = RTree.offset(pointer);
        wait.begin();
        while (!editor.tryLatch(offset)) {
            if (view.inPlace(tree.memory(), offset, pointer) == NodeState.STALE) {
                return false;
            }
            wait.pause(pointer, page -> "the latch of page " + PagePointer.toString(page));
        }
        return held(pointer, offset, view, true);
    }

    /** Acquires a page's latch if it is free and the page alive; whether it did. */
    boolean tryLatch(long pointer, NodeView view) {
        long offset = RTree.offset(pointer);
        return editor.tryLatch(offset) && held(pointer, offset, view, false);
    }

    /** Shows a page that has just been latched; unlatches it if it is dead or the view throws. */
    private boolean held(long pointer, long offset, NodeView view, boolean waited) {
        boolean good = false;
        try {
            if (waited) {
                tree.host().work(Host.Work.NODE, 1);
            }
            good = view.stable(tree.memory(), offset, pointer) == NodeState.GOOD;
        } finally {
            if (!good) {
                editor.unlatch(offset);
            }
        }
        return good;
    }

    /** Shows a latched page again, after a change. */
    void refresh(NodeView view) {
        NodeState state = view.stable(view.memory(), view.base(), view.pointer());
        assert state == NodeState.GOOD : state;
    }

    public void unlatch(NodeView view) {
        editor.unlatch(view.base());
    }

    /** Shows a page that other threads may be changing; false if it is dead. */
    public boolean open(long pointer, NodeView view) {
        long offset = RTree.offset(pointer);
        NodeState state = view.inPlace(tree.memory(), offset, pointer);
        wait.begin();
        while (state == NodeState.BUSY) {
            wait.pause(pointer, page -> "the end of a change of " + PagePointer.toString(page));
            state = view.inPlace(tree.memory(), offset, pointer);
        }
        return state == NodeState.GOOD;
    }

    /**
     * Latches the parent of a page.
     *
     * @param level of the page
     * @param path last known pages of the path, by level; updated
     * @return the page's slot there, {@link #ROOT} or {@link #GONE}
     * @throws dev.mangrove.fabric.FabricException {@code TIMEOUT} if no page points to it
     */
    public int latchParent(int level, long child, long[] path, NodeView parent) {
        parentWait.begin();
        if (path[level + 1] == PagePointer.NULL) {
            path[level + 1] = knownParent(child);
        }
        // Ends: parentWait limits the time in which no parent is found. A parent that was found and
        // has lost the child again means that another writer has moved it.
        while (true) {
            if (tree.anchor().root() == child) {
                return ROOT;
            }
            int slot = latchAlong(path[level + 1], child, parent);
            if (slot != Node.NONE) {
                path[level + 1] = parent.pointer();
                noteParent(child, parent.pointer());
                return slot;
            }
            if (!open(child, probe)) {
                return GONE;
            }
            path[level + 1] = find(level, child);
            if (path[level + 1] == PagePointer.NULL) {
                parentWait.pause(child, page -> "a parent of page " + PagePointer.toString(page));
            }
        }
    }

    private int latchAlong(long start, long child, NodeView parent) {
        long pointer = start;
        for (int i = 0; i < MOST_STEPS_RIGHT && pointer != PagePointer.NULL; i++) {
            if (!latch(pointer, parent)) {
                return Node.NONE;
            }
            int slot = parent.level() == Node.LEAF ? Node.NONE : parent.find(child);
            if (slot != Node.NONE) {
                return slot;
            }
            pointer = parent.right();
            unlatch(parent);
        }
        return Node.NONE;
    }

    /** Searches for the parent of a page on the known path, then in the whole level. */
    private long find(int level, long child) {
        area.around(probe);
        if (!probe.isValid()) {
            return PagePointer.NULL;
        }
        long parent = area.maxX < area.minX ? PagePointer.NULL : find(level, child, area);
        return parent != PagePointer.NULL ? parent : find(level, child, everywhere());
    }

    private Box everywhere() {
        double all = Double.POSITIVE_INFINITY;
        return area.set(-all, -all, all, all, 0);
    }

    private long find(int level, long child, Box where) {
        int size = 0;
        stack[size++] = tree.anchor().root();
        while (size > 0) {
            long pointer = stack[--size];
            if (!open(pointer, probe) || probe.level() <= level) {
                continue;
            }
            int before = size;
            boolean found = false;
            for (int slot = 0; slot < probe.count(); slot++) {
                if (probe.level() == level + 1) {
                    found |= probe.reference(slot) == child;
                } else if (probe.minX(slot) <= where.maxX
                        && probe.maxX(slot) >= where.minX
                        && probe.minY(slot) <= where.maxY
                        && probe.maxY(slot) >= where.minY) {
                    size = push(size, probe.reference(slot));
                }
            }
            if (!probe.isValid()) {
                size = push(before, pointer);
            } else if (found) {
                return pointer;
            }
        }
        return PagePointer.NULL;
    }

    /**
     * The page that a writer last found to be the parent of a page, which may be another one by
     * now; NULL if it is unknown or the page is gone. A page that is still there had not been used
     * for anything else when the word was loaded. A page keeps its level, so a thread that holds
     * the latch of the child may wait for that of the result.
     */
    long knownParent(long child) {
        long offset = RTree.offset(child);
        long parent = Node.acquire(tree.memory(), offset + Node.PARENT);
        boolean there = probe.inPlace(tree.memory(), offset, child) == NodeState.GOOD;
        return there ? parent : PagePointer.NULL;
    }

    /** The parent is latched, so the page is not freed before this has stored the pointer. */
    private void noteParent(long child, long parent) {
        long offset = RTree.offset(child) + Node.PARENT;
        if (Node.acquire(tree.memory(), offset) != parent) {
            Node.release(tree.memory(), offset, parent);
        }
    }

    private int push(int size, long pointer) {
        if (size == stack.length) {
            stack = Arrays.copyOf(stack, 2 * size);
        }
        stack[size] = pointer;
        return size + 1;
    }
}
