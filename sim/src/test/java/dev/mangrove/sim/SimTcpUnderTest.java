package dev.mangrove.sim;

import dev.mangrove.sim.hardware.Profile;

/** The simulated fabric over the kernels' TCP. */
final class SimTcpUnderTest extends SimUnderTest {
    SimTcpUnderTest() {
        super(Profile.named("catfish-40gbe"));
    }
}
