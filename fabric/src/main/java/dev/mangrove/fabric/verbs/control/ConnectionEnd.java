package dev.mangrove.fabric.verbs.control;

import dev.mangrove.fabric.verbs.device.DeviceInfo;
import dev.mangrove.fabric.verbs.device.GidInfo;
import dev.mangrove.fabric.verbs.device.PortInfo;
import dev.mangrove.fabric.verbs.device.QueuePair;

import java.util.HexFormat;

/**
 * The description of one end of a connection that the other end needs.
 *
 * @param queuePair number of its queue pair
 * @param sequence number of its first packet
 * @param lid its address within an InfiniBand subnet
 * @param gid its address anywhere, in hex
 * @param gidIndex place of the GID in its own port's table; not sent
 * @param mtuCode largest packet
 * @param reads READs and atomics that it can have under way
 * @param answers READs and atomics that it can answer at a time
 * @param ring where messages to it are written
 * @param ringKey opens the ring
 * @param credit where the client writes its credit; only a server's is used
 * @param creditKey opens that word
 */
public record ConnectionEnd(
        int queuePair,
        int sequence,
        int lid,
        String gid,
        int gidIndex,
        int mtuCode,
        int reads,
        int answers,
        long ring,
        int ringKey,
        long credit,
        int creditKey) {
    /**
     * READs and atomics under way per queue pair. Chosen: what ConnectX cards report as
     * max_qp_rd_atom; the smaller of this and the device's own limit counts.
     */
    private static final int MOST_READS = 16;

    private static final int SEQUENCE_MASK = 0xFFFFFF;

    /** This end of a connection, as far as device and port decide it. */
    public static ConnectionEnd of(
            DeviceInfo device, PortInfo port, GidInfo gid, QueuePair pair, int chance) {
        return new ConnectionEnd(
                pair.number(),
                chance & SEQUENCE_MASK,
                port.lid(),
                gid.hex(),
                gid.index(),
                port.mtuCode(),
                Math.min(device.readsPerQueuePair(), MOST_READS),
                Math.min(device.answersPerQueuePair(), MOST_READS),
                0,
                0,
                0,
                0);
    }

    /** With the memory that the other end writes to. */
    public ConnectionEnd with(
            long ringAddress, int ringOpener, long creditAddress, int creditOpener) {
        return new ConnectionEnd(
                queuePair,
                sequence,
                lid,
                gid,
                gidIndex,
                mtuCode,
                reads,
                answers,
                ringAddress,
                ringOpener,
                creditAddress,
                creditOpener);
    }

    public byte[] gidBytes() {
        return HexFormat.of().parseHex(gid);
    }
}
