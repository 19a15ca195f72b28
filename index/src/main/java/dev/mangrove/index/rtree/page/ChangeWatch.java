package dev.mangrove.index.rtree.page;

/** Receives notice of changes of pages from the editor that makes them. */
public interface ChangeWatch {
    /** Called before a change of a page of a level becomes visible. */
    void begins(int level);

    /** Called when the whole change is visible. */
    void ended(int level);
}
