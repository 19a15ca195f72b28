package dev.mangrove.peers;

import java.lang.management.ManagementFactory;

/** Estimates the memory of live objects in this process's heap. */
public final class HeapUse {
    private static final int COLLECTIONS = 2;

    private HeapUse() {}

    /** Used bytes of the heap after two full collections. */
    public static long bytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
