package dev.mangrove.sim;

import dev.mangrove.sim.hardware.Profile;

/** The simulated fabric with threads of one host that bypass the card. */
final class SimLocalUnderTest extends SimUnderTest {
    SimLocalUnderTest() {
        super(Profile.named("base").with("host.direct", 1));
    }
}
