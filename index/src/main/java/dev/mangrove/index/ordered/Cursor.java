package dev.mangrove.index.ordered;

/**
 * What a range query returns. It belongs to the thread of its index, and ends with {@link #close},
 * however much of it has been read. An index has at most one open cursor at a time; single
 * operations may be mixed with it.
 */
public interface Cursor extends Entries, AutoCloseable {
    /** Ends the query. */
    @Override
    void close();
}
