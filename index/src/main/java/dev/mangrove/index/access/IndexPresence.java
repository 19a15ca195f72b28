package dev.mangrove.index.access;

import dev.mangrove.fabric.Batch;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.catalogue.RootSlot;
import dev.mangrove.index.session.MangroveException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.Status;

import java.lang.foreign.MemorySegment;

/** Tells whether an index is still there: its root slot has the generation of its descriptor. */
final class IndexPresence {
    private final Session session;
    private final IndexDescriptor descriptor;

    IndexPresence(Session session, IndexDescriptor descriptor) {
        this.session = session;
        this.descriptor = descriptor;
    }

    /**
     * Asks the catalogue's server.
     *
     * @throws MangroveException {@code NOT_FOUND} if the index has been dropped
     */
    void check() {
        MemorySegment line = session.allocate(RootSlot.BYTES);
        Batch batch = session.channel(descriptor.rootSlot()).batch(1);
        batch.read(descriptor.rootSlot(), line, 0, RootSlot.BYTES);
        batch.execute();
        if (RootSlot.generation(line, 0) != descriptor.generation()) {
            throw new MangroveException(
                    Status.NOT_FOUND, "index " + descriptor.name() + " has been dropped");
        }
    }
}
