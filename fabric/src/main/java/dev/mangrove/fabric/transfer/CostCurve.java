package dev.mangrove.fabric.transfer;

/**
 * What one transfer costs: a fixed part, and a part per byte. Transfers of one batch overlap, so
 * the fixed part is what a further transfer adds to a batch, not the latency of a single one.
 *
 * @param transferNanos fixed cost of one more transfer in a batch
 * @param byteNanos cost of each of its bytes
 */
public record CostCurve(double transferNanos, double byteNanos) {
    /** Checks the values. */
    public CostCurve {
        if (!(transferNanos >= 0 && byteNanos >= 0) || transferNanos + byteNanos == 0) {
            throw new IllegalArgumentException(
                    "costs are at least 0 and not both 0: transferNanos="
                            + transferNanos
                            + ", byteNanos="
                            + byteNanos);
        }
    }

    /** Cost of one transfer of so many bytes. */
    public double of(long bytes) {
        return transferNanos + bytes * byteNanos;
    }

    /** Bytes of the widest gap that costs no more to move than a second transfer. */
    public long widestGap() {
        return byteNanos == 0 ? Long.MAX_VALUE : (long) (transferNanos / byteNanos);
    }
}
