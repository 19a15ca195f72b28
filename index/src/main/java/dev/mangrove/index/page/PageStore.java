package dev.mangrove.index.page;

/**
 * Target of the changes of a locked page: its memory, or a copy, from which WRITEs carry them to
 * the page. Changes before a {@link #fence} become visible before those after it.
 */
public interface PageStore {
    /** Refuses every change: no page is locked. */
    PageStore NOWHERE =
            new PageStore() {
                @Override
                public void word(int offset, long value) {
                    throw new IllegalStateException("no page is locked: lock one first");
                }

                @Override
                public boolean keepsLines() {
                    return false;
                }

                @Override
                public void carry(int offset, int length) {
                    throw new IllegalStateException("no page is locked: lock one first");
                }

                @Override
                public void fence() {}
            };

    /** Stores a word of the page. */
    void word(int offset, long value);

    /** Whether readers see a line that is written as a whole as a whole. */
    boolean keepsLines();

    /** Writes lines of the copy to the page; only if {@link #keepsLines}. */
    void carry(int offset, int length);

    /** Orders the changes before it before those after it. */
    void fence();
}
