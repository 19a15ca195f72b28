package dev.mangrove.index.ordered;

/**
 * The result of a range query. It is used by the thread of its view, and ends with {@link #close},
 * which may come before the last entry. A view has at most one open cursor at a time; single
 * operations may be mixed with it.
 */
public interface Cursor extends Entries, AutoCloseable {
    /** Ends the query. */
    @Override
    void close();
}
