package dev.mangrove.sim;

import dev.mangrove.sim.hardware.Profile;

/** The simulated fabric with READs and WRITEs of local memory in pieces. */
final class SimPiecesUnderTest extends SimUnderTest {
    /** As many as the provider of real devices takes. */
    private static final int PIECES = 8;

    SimPiecesUnderTest() {
        super(Profile.named("base").with("promise.local_pieces", PIECES));
    }
}
