package dev.mangrove.fabric.verbs.device;

/** Memory that clients reach through a device, until it is closed. */
public interface RemoteMemory extends AutoCloseable {
    /** The address by which remote requests name its first byte. */
    long address();

    /** The key by which remote requests name it. */
    int remoteKey();

    /** Deregisters the memory; requests that still name it fail. */
    @Override
    void close();
}
