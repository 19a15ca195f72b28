package dev.mangrove.index.btree.strings;

/** Judges entries that expire: each lies in an extent, with a time of its server's clock. */
@FunctionalInterface
public interface ExpiryJudge {
    /** What a client learns of an entry that a leaf had. */
    enum Verdict {
        /** It had not expired when its leaf was read. */
        ALIVE,
        /** It has expired. */
        OVER,
        /** The extent is another one by now, so the leaf has another entry. */
        GONE
    }

    /** Reads an extent's expiry and its server's clock. */
    Verdict judge(long pointer);
}
