package dev.mangrove.check.fabric;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.check.Findings;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.nio.ByteOrder;

/** A lock word, the record of some lines that it guards, and what is known of both. */
final class GuardedRecord {
    /** Bytes of the record. */
    static final int BYTES = 256;

    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final long offset;
    private long owner;
    private long done;
    private long unknown;

    GuardedRecord(long offset) {
        this.offset = offset;
    }

    long lockOffset() {
        return offset;
    }

    long dataOffset() {
        return offset + 64;
    }

    /** A client has acquired the lock, as far as it knows. */
    void entered(long who, Findings findings) {
        if (owner != 0) {
            findings.violation("two owners of a lock: " + owner + ", " + who);
        }
        owner = who;
    }

    /** A client is about to release the lock. */
    void left(long who) {
        if (owner == who) {
            owner = 0;
        }
    }

    /** An update is under way; its client may not live to see what becomes of it. */
    void begun() {
        unknown++;
    }

    /** The update is there. */
    void done() {
        unknown--;
        done++;
    }

    /** Counts what is there in the end. */
    void verify(MemorySegment memory, Findings findings) {
        long count = memory.get(WORD, dataOffset());
        if (count < done || count > done + unknown) {
            findings.violation(
                    "updates were lost under a lock: there are "
                            + count
                            + ", were done "
                            + done
                            + ", are unknown "
                            + unknown);
        }
    }
}
