package dev.mangrove.index.page;

/**
 * Where the changes of a locked page go: straight into its memory, or into a copy and from there by
 * WRITEs. Changes before a {@link #fence} are visible to everyone before those after it.
 */
public interface PageStore {
    /** Takes nothing: no page is locked. */
    PageStore NOWHERE =
            new PageStore() {
                @Override
                public void word(int offset, long value) {
                    throw new IllegalStateException("no page is locked");
                }

                @Override
                public boolean keepsLines() {
                    return false;
                }

                @Override
                public void carry(int offset, int length) {
                    throw new IllegalStateException("no page is locked");
                }

                @Override
                public void fence() {}
            };

    /** Changes a word, at once for all. */
    void word(int offset, long value);

    /** Whether a line that is carried as a whole is seen as a whole. */
    boolean keepsLines();

    /** Carries lines of the copy to the page, where {@link #keepsLines}. */
    void carry(int offset, int length);

    /** Puts what follows after what came before. */
    void fence();
}
