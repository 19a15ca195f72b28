package dev.mangrove.index.access;

import dev.mangrove.index.page.PagePointer;

/**
 * A server followed a pointer to a page of another server. In a tree of one server this is damage;
 * in a tree over several servers the search goes on at the other server. Each {@link LocalPages}
 * has one instance, without a stack trace, because searches throw it often.
 */
public final class ForeignPageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private long pointer;

    ForeignPageException() {
        super(null, null, false, false);
    }

    /** Sets the pointer. */
    ForeignPageException to(long page) {
        pointer = page;
        return this;
    }

    /** The pointer that leads to another server. */
    public long pointer() {
        return pointer;
    }

    @Override
    public String getMessage() {
        return "the page lies at another server: " + PagePointer.toString(pointer);
    }
}
