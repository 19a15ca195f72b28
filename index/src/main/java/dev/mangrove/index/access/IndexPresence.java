package dev.mangrove.index.access;

import dev.mangrove.fabric.Batch;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.catalogue.RootSlot;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.Status;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/** Checks whether an index still exists: its root slot has its descriptor's generation. */
public final class IndexPresence {
    private final Session session;
    private final IndexDescriptor descriptor;
    private @Nullable Batch batch;
    private MemorySegment line = MemorySegment.NULL;

    /** Creates a check of an index. */
    public IndexPresence(Session session, IndexDescriptor descriptor) {
        this.session = session;
        this.descriptor = descriptor;
    }

    /**
     * Reads the root slot at the catalogue's server.
     *
     * @throws RequestRefusedException {@code NOT_FOUND} if the index has been dropped
     */
    public void check() {
        Batch look = batch;
        if (look == null) {
            look = session.channel(descriptor.rootSlot()).batch(1);
            line = session.allocate(RootSlot.BYTES);
            batch = look;
        }
        look.clear().read(descriptor.rootSlot(), line, 0, RootSlot.BYTES);
        look.execute();
        if (RootSlot.generation(line, 0) != descriptor.generation()) {
            throw new RequestRefusedException(
                    Status.NOT_FOUND, "index " + descriptor.name() + " has been dropped");
        }
    }
}
