package dev.mangrove.bench.verbs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** The loops that a user would write over a mapped segment, without any fabric. */
final class BareMemory {
    private static final VarHandle WORD =
            ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private final MemorySegment shared;
    private final MemorySegment local;
    private final RandomPages pages;

    BareMemory(MemorySegment shared, MemorySegment local, RandomPages pages) {
        this.shared = shared;
        this.local = local;
        this.pages = pages;
    }

    void read(int operations) {
        for (int i = 0; i < operations; i++) {
            MemorySegment.copy(shared, pages.next(), local, 0, RandomPages.BYTES);
        }
    }

    /** Locks a page by CAS, stores 17 bytes into it and unlocks it. */
    void lockWriteUnlock(int operations) {
        for (int i = 0; i < operations; i++) {
            long page = pages.next();
            if (!WORD.compareAndSet(shared, page, 0L, 1L)) {
                throw new IllegalStateException(
                        "lock of page " + page + " is held; this benchmark has one client");
            }
            shared.set(ValueLayout.JAVA_LONG, page + 64, local.get(ValueLayout.JAVA_LONG, 0));
            shared.set(ValueLayout.JAVA_LONG, page + 72, local.get(ValueLayout.JAVA_LONG, 8));
            shared.set(ValueLayout.JAVA_BYTE, page + 80, local.get(ValueLayout.JAVA_BYTE, 16));
            WORD.setRelease(shared, page, 0L);
        }
    }
}
