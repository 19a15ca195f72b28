package dev.mangrove.index.btree.meganode;

/**
 * A change met an entry that expires, and the client has not judged it. Each {@link StringEntries}
 * has one instance, without a stack trace.
 */
final class UnjudgedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnjudgedException() {
        super("the client has not judged an entry that expires", null, false, false);
    }
}
