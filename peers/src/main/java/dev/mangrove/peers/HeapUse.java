package dev.mangrove.peers;

import java.lang.management.ManagementFactory;

/** How much of the heap is in use, as nearly as one can ask. */
public final class HeapUse {
    private static final int COLLECTIONS = 2;

    private HeapUse() {}

    /** Bytes of objects that are reachable. */
    public static long bytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
