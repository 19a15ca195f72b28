package dev.mangrove.fabric.verbs.device;

import java.lang.foreign.MemorySegment;

/** Memory that a device may reach, from {@link Device#register} to {@link #close}. */
public final class Registration implements RemoteMemory {
    private final Libibverbs library;
    private final long pointer;
    private final MemorySegment memory;
    private final int localKey;
    private final int remoteKey;

    Registration(
            Libibverbs library, long pointer, MemorySegment memory, int localKey, int remoteKey) {
        this.library = library;
        this.pointer = pointer;
        this.memory = memory;
        this.localKey = localKey;
        this.remoteKey = remoteKey;
    }

    public MemorySegment memory() {
        return memory;
    }

    @Override
    public long address() {
        return memory.address();
    }

    public long bytes() {
        return memory.byteSize();
    }

    /** The key by which local requests name it. */
    public int localKey() {
        return localKey;
    }

    @Override
    public int remoteKey() {
        return remoteKey;
    }

    /** Deregisters the memory; requests that still name it fail. */
    @Override
    public void close() {
        library.deregMr(pointer);
    }
}
