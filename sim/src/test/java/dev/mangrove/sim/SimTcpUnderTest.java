package dev.mangrove.sim;

/** The simulated fabric over the kernels' TCP. */
final class SimTcpUnderTest extends SimUnderTest {
    SimTcpUnderTest() {
        super(Profile.named("catfish-40gbe"));
    }
}
