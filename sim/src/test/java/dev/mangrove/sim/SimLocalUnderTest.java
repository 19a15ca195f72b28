package dev.mangrove.sim;

import dev.mangrove.sim.hardware.Profile;

/** The simulated fabric where threads of one host go past the card. */
final class SimLocalUnderTest extends SimUnderTest {
    SimLocalUnderTest() {
        super(Profile.named("base").with("host.direct", 1));
    }
}
