package dev.mangrove.peers.bytes;

/** A system with its data. */
public interface BytesPeerClient extends AutoCloseable {
    /** Loads all records by the system's fastest method. */
    void load(RankedRecords records);

    /** Memory of the data in bytes; called once, after the load. */
    double bytes();

    /** Opens access for one thread. */
    BytesPeer open();

    @Override
    void close();
}
