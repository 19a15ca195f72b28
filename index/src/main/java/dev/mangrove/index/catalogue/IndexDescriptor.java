package dev.mangrove.index.catalogue;

import dev.mangrove.fabric.Address;
import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;

/**
 * An entry of the catalogue.
 *
 * @param id number of the index in its pool, from 1, never reused
 * @param rootSlot address of its {@link RootSlot}
 * @param generation generation of the root slot while this index owns it
 * @param spec specification it was created from
 */
public record IndexDescriptor(long id, long rootSlot, long generation, IndexSpec spec) {
    /** Bytes of the shortest descriptor in a message. */
    public static final int LEAST_BYTES = 3 * Long.BYTES;

    /** Its name. */
    public String name() {
        return spec.name();
    }

    /** Its family. */
    public IndexKind kind() {
        return spec.kind();
    }

    /** Adds this to a message. */
    public void write(WireWriter out) {
        out.putLong(id).putLong(rootSlot).putLong(generation);
        spec.write(out);
    }

    /** Takes one from a message. */
    public static IndexDescriptor read(WireReader in) {
        long id = in.getLong();
        long rootSlot = in.getLong();
        long generation = in.getLong();
        return new IndexDescriptor(id, rootSlot, generation, IndexSpec.read(in));
    }

    @Override
    public String toString() {
        return "index "
                + spec.name()
                + " (id "
                + id
                + ", "
                + spec.design()
                + ", root slot "
                + Address.toString(rootSlot)
                + ")";
    }
}
