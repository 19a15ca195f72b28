package dev.mangrove.sim.hardware;

/**
 * Puts the payload of packets together from the segmented memory of a card that plans what it
 * fetches (D-RDMA, sections 4.2 and 4.3). In each cycle a crossbar takes one word from each of so
 * many segments, so a packet takes as many cycles as it has such rows of words. Packets follow one
 * another. Data enters the memory as fast as the bus brings it.
 */
final class Assembler {
    /** Value of nic.selections for cards that plan. */
    private static final int PLANNED = 2;

    private static final double PICOS_PER_MICROSECOND = 1e6;

    private final int packetBytes;
    private final int bytesPerCycle;
    private final long cycle;
    private long freeAt;

    Assembler(Profile profile) {
        packetBytes = profile.count("nic.mtu_bytes");
        boolean plans = profile.count("nic.selections") == PLANNED;
        int words = plans ? profile.count("nic.segments") : 0;
        bytesPerCycle = words * profile.count("nic.segment_bytes");
        cycle = Math.round(PICOS_PER_MICROSECOND / profile.value("nic.segment_mhz"));
    }

    /**
     * Assembles the packets of a request.
     *
     * @param from when the card has the request
     * @param arrived when the last of its data is on the card
     * @return when the last packet is complete
     */
    long assemble(long from, long arrived, int bytes) {
        if (bytesPerCycle == 0) {
            return arrived;
        }
        int packets = bytes / packetBytes;
        int rest = bytes % packetBytes;
        long last = cycles(rest == 0 ? packetBytes : rest);
        long all = packets * cycles(packetBytes) + cycles(rest);
        freeAt = Math.max(Math.max(from, freeAt) + all * cycle, arrived + last * cycle);
        return freeAt;
    }

    private long cycles(int bytes) {
        return ((long) bytes + bytesPerCycle - 1) / bytesPerCycle;
    }
}
