package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.memory.FileRegion;
import dev.mangrove.fabric.verbs.device.Device;
import dev.mangrove.fabric.verbs.device.Registration;
import dev.mangrove.fabric.verbs.device.RemoteMemory;

/** A file-backed region that is registered with a device: its pages are pinned. */
final class PinnedFile implements RemoteMemory {
    private final FileRegion file;
    private final Registration registration;

    private PinnedFile(FileRegion file, Registration registration) {
        this.file = file;
        this.registration = registration;
    }

    static PinnedFile register(Device device, FileRegion file) {
        file.pin();
        try {
            return new PinnedFile(file, device.register(file.memory()));
        } catch (RuntimeException e) {
            file.unpin();
            throw e;
        }
    }

    @Override
    public long address() {
        return registration.address();
    }

    @Override
    public int remoteKey() {
        return registration.remoteKey();
    }

    @Override
    public void close() {
        registration.close();
        file.unpin();
    }
}
