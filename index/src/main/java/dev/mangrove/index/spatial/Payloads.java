package dev.mangrove.index.spatial;

/** Checks the payloads of objects. */
public final class Payloads {
    private Payloads() {}

    /**
     * Checks the length of a payload.
     *
     * @throws IllegalArgumentException if it is too long
     */
    public static void check(byte[] payload) {
        if (payload.length > SpatialIndex.LONGEST_PAYLOAD) {
            throw new IllegalArgumentException(
                    "a payload has at most "
                            + SpatialIndex.LONGEST_PAYLOAD
                            + " bytes: bytes="
                            + payload.length);
        }
    }
}
