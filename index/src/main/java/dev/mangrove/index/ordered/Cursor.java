package dev.mangrove.index.ordered;

/**
 * The result of a range query. It is used by one thread at a time, and ends with {@link #close},
 * which may come before the last entry. A view has at most one open cursor at a time, a handle
 * several; single operations may be mixed with them. {@link #key} and {@link #value} throw an
 * {@link IllegalStateException} if the query did not ask for them, see {@link
 * RangeQuery#projection}.
 *
 * <p>A cursor reads several entries at a time. When a server is lost, it may return those that it
 * had read before; the next step after them throws.
 */
public interface Cursor extends Entries, AutoCloseable {
    /** Ends the query. */
    @Override
    void close();
}
