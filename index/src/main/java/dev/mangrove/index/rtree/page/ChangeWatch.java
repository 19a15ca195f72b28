package dev.mangrove.index.rtree.page;

/** Is told of changes of pages by who makes them. */
public interface ChangeWatch {
    /** A page of a level is going to change; nothing of it can be seen yet. */
    void begins(int level);

    /** A change can be seen as a whole. */
    void ended(int level);
}
