package dev.mangrove.server;

/** How much tests try: what a build has time for, or all of it with {@code -Pfull}. */
public final class TestSize {
    /** Whether tests run at full size. */
    public static final boolean FULL = Boolean.getBoolean("mangrove.full");

    private TestSize() {}
}
