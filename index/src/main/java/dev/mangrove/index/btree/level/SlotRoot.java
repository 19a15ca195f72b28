package dev.mangrove.index.btree.level;

import dev.mangrove.fabric.Batch;
import dev.mangrove.index.access.WriteGuard;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.catalogue.RootSlot;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.Status;

import java.lang.foreign.MemorySegment;

/** The root in the index's slot of the catalogue: one word, changed by one swap. */
public final class SlotRoot implements Root {
    private final IndexDescriptor descriptor;
    private final WriteGuard guard;
    private final Batch batch;
    private final MemorySegment line;
    private long known = PagePointer.NULL;

    public SlotRoot(Session session, IndexDescriptor descriptor) {
        this.descriptor = descriptor;
        this.guard = new WriteGuard(session, descriptor);
        this.batch = session.channel(descriptor.rootSlot()).batch(2);
        this.line = session.allocate(RootSlot.BYTES);
    }

    @Override
    public long get() {
        return known != PagePointer.NULL ? known : refresh();
    }

    @Override
    public long refresh() {
        batch.clear().read(descriptor.rootSlot(), line, 0, RootSlot.BYTES);
        batch.execute();
        if (RootSlot.generation(line, 0) != descriptor.generation()) {
            throw new RequestRefusedException(
                    Status.NOT_FOUND, "index " + descriptor.name() + " has been dropped");
        }
        known = RootSlot.root(line, 0);
        return known;
    }

    @Override
    public boolean swap(long expected, long next) {
        batch.clear();
        int swap =
                batch.compareAndSwap(descriptor.rootSlot() + RootSlot.ROOT_OFFSET, expected, next);
        guard.enter(AddressSpace.server(descriptor.rootSlot()));
        try {
            batch.execute();
        } finally {
            guard.exit();
        }
        long found = batch.result(swap);
        known = found == expected ? next : found;
        return found == expected;
    }
}
