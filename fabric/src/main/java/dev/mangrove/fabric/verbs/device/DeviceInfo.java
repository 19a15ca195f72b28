package dev.mangrove.fabric.verbs.device;

import java.util.List;

/**
 * The attributes of a device.
 *
 * @param name as the kernel names it
 * @param firmware version
 * @param vendor number of the vendor
 * @param atomics which other accesses its atomics are atomic with
 * @param readsPerQueuePair READs and atomics that a queue pair may have under way, as the one that
 *     asks
 * @param answersPerQueuePair READs and atomics that a queue pair may have under way, as the one
 *     that answers
 * @param requestsPerQueue most work requests in a queue
 * @param piecesPerRequest most pieces of local memory of a work request
 * @param piecesPerRead the same of a READ
 * @param completionsPerQueue most entries of a completion queue
 * @param largestRegion bytes that can be registered at once
 * @param deviceMemory bytes of on-chip memory
 * @param ports its ports
 */
public record DeviceInfo(
        String name,
        String firmware,
        int vendor,
        Atomics atomics,
        int readsPerQueuePair,
        int answersPerQueuePair,
        int requestsPerQueue,
        int piecesPerRequest,
        int piecesPerRead,
        int completionsPerQueue,
        long largestRegion,
        long deviceMemory,
        List<PortInfo> ports) {
    /** Vendor number of Soft-RoCE. */
    private static final int SOFT_ROCE = 0xFFFFFF;

    /** Copies the list. */
    public DeviceInfo {
        ports = List.copyOf(ports);
    }

    /** Which other accesses a device's atomics are atomic with. */
    public enum Atomics {
        /** There are none. */
        NONE("none"),
        /** With others through the same device; not with the processor's. */
        DEVICE("among clients of the device"),
        /** With the processor's as well. */
        GLOBAL("also with the processor");

        private final String text;

        Atomics(String text) {
            this.text = text;
        }

        static Atomics of(int code) {
            return switch (code) {
                case Ibv.ATOMICS_WITH_CPU -> GLOBAL;
                case Ibv.ATOMICS_WITHIN_DEVICE -> DEVICE;
                default -> NONE;
            };
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * Whether the device is a software driver. It copies with the processor and keeps only words
     * whole; a device that copies by DMA keeps cache lines whole.
     */
    public boolean isSoftware() {
        return vendor == SOFT_ROCE || vendor == 0;
    }

    /** Whether the fabric can use it. */
    public boolean isUsable() {
        return atomics != Atomics.NONE && ports.stream().anyMatch(PortInfo::isUsable);
    }
}
