package dev.mangrove.index;

/** Size of tests: small in a usual build, full with {@code -Pfull}. */
public final class TestSize {
    /** Whether tests run at full size. */
    public static final boolean FULL = Boolean.getBoolean("mangrove.full");

    private TestSize() {}
}
