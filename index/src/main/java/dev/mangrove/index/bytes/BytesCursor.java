package dev.mangrove.index.bytes;

/** The result of a range query, used by one thread at a time. It ends with {@link #close}. */
public interface BytesCursor extends BytesEntries, AutoCloseable {
    /** Ends the query. */
    @Override
    void close();
}
