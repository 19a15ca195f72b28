package dev.mangrove.fabric.verbs.device;

/** Memory that a device gives its peers, until it is closed. */
public interface RemoteMemory extends AutoCloseable {
    /** Where requests of the other side start in it. */
    long address();

    /** What requests of the other side name it by. */
    int remoteKey();

    /** Takes the memory from the device; requests that still name it fail. */
    @Override
    void close();
}
