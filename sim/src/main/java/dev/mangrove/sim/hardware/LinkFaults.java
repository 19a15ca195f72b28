package dev.mangrove.sim.hardware;

/** What goes wrong on links. */
public interface LinkFaults {
    /** Whether packets may be lost and cables cut at all. */
    boolean disturbsLinks();

    /** Draws the delay of a packet by retransmissions, in picoseconds; mostly 0. */
    long repeats();
}
