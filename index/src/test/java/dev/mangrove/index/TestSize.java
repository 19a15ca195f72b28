package dev.mangrove.index;

/** Size of tests: small in a usual build, larger with {@code -Pci}, full with {@code -Pfull}. */
public final class TestSize {
    /** Whether tests run at full size. */
    public static final boolean FULL = Boolean.getBoolean("mangrove.full");

    /** Whether tests run on all fabrics and in all designs, and repeat more. */
    public static final boolean MATRIX = FULL || Boolean.getBoolean("mangrove.matrix");

    private TestSize() {}
}
