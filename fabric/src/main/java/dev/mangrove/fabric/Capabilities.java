package dev.mangrove.fabric;

import dev.mangrove.fabric.transfer.CostCurve;

/**
 * What a fabric promises beyond the common contract. Protocols choose from these values and never
 * ask which provider they run on.
 *
 * @param readAtomicity bytes of an aligned unit that a READ never tears: 8, or 64 where a cache
 *     line stays whole
 * @param orderedWrites whether WRITEs of one channel become visible in the order they were posted
 * @param atomicsComposeWithCpu whether remote atomics and the server CPU's own atomics on one word
 *     see each other; if not, a lock word must have one arbiter
 * @param maskedAtomics whether {@link Batch#maskedCompareAndSwap} is there
 * @param deviceMemory bytes of on-chip memory a server may place regions in; 0 if there is none
 * @param directAccess whether {@link Channel#direct} hands out a region's own memory, to be read in
 *     place
 * @param largestMessage bytes of the longest message
 * @param largestTransfer bytes of the longest READ or WRITE
 * @param largestBatch requests one batch can hold
 * @param selectsAtTarget whether gathers and scatters are executed at the target, so that only
 *     their payload travels; if not, a batch turns them into planned READs and WRITEs
 * @param transferCost cost of one more READ in a batch, by which these are planned
 * @param localPieces most pieces of local memory that one READ or WRITE moves without a copy; 1
 *     where its local memory must be contiguous
 * @param interleavedKeys whether the device has memory keys that describe a strided selection, so
 *     that one request moves any number of rows. None that is supported has them, and no batch uses
 *     them
 */
public record Capabilities(
        int readAtomicity,
        boolean orderedWrites,
        boolean atomicsComposeWithCpu,
        boolean maskedAtomics,
        long deviceMemory,
        boolean directAccess,
        int largestMessage,
        int largestTransfer,
        int largestBatch,
        boolean selectsAtTarget,
        CostCurve transferCost,
        int localPieces,
        boolean interleavedKeys) {

    /**
     * Cost of a READ where nothing better is known. Chosen: some 100 ns for each request of a card,
     * 10 GB/s; gaps of up to 1,000 bytes are read along.
     */
    public static final CostCurve DEFAULT_COST = new CostCurve(100, 0.1);

    /** Those of a fabric that turns gathers and scatters into READs and WRITEs. */
    public Capabilities(
            int readAtomicity,
            boolean orderedWrites,
            boolean atomicsComposeWithCpu,
            boolean maskedAtomics,
            long deviceMemory,
            boolean directAccess,
            int largestMessage,
            int largestTransfer,
            int largestBatch) {
        this(
                readAtomicity,
                orderedWrites,
                atomicsComposeWithCpu,
                maskedAtomics,
                deviceMemory,
                directAccess,
                largestMessage,
                largestTransfer,
                largestBatch,
                false,
                DEFAULT_COST,
                1,
                false);
    }

    /** Checks the values against each other. */
    public Capabilities {
        if (readAtomicity != 8 && readAtomicity != 64) {
            throw new IllegalArgumentException(
                    "unit of read atomicity is 8 or 64: readAtomicity=" + readAtomicity);
        }
        if (largestMessage < 1
                || largestTransfer < 8
                || largestBatch < 1
                || deviceMemory < 0
                || localPieces < 1) {
            throw new IllegalArgumentException(
                    "limits too small: largestMessage="
                            + largestMessage
                            + ", largestTransfer="
                            + largestTransfer
                            + ", largestBatch="
                            + largestBatch
                            + ", deviceMemory="
                            + deviceMemory
                            + ", localPieces="
                            + localPieces);
        }
    }

    /** The same with regions' own memory, as between a client and a server on one host. */
    public Capabilities withDirectAccess() {
        return with(true, selectsAtTarget, localPieces);
    }

    /** The same with gathers and scatters that the target executes. */
    public Capabilities withSelectionAtTarget() {
        return with(directAccess, true, localPieces);
    }

    /** The same with READs and WRITEs of local memory in pieces. */
    public Capabilities withLocalPieces(int most) {
        return with(directAccess, selectsAtTarget, most);
    }

    private Capabilities with(boolean direct, boolean selects, int pieces) {
        return new Capabilities(
                readAtomicity,
                orderedWrites,
                atomicsComposeWithCpu,
                maskedAtomics,
                deviceMemory,
                direct,
                largestMessage,
                largestTransfer,
                largestBatch,
                selects,
                transferCost,
                pieces,
                interleavedKeys);
    }
}
