package dev.mangrove.fabric.tcp;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** The regions that one client has opened with their keys. Belongs to the I/O thread. */
final class AttachedRegions {
    private static final long NOT_ATTACHED = -1;

    private @Nullable ExposedRegion[] byId = new ExposedRegion[0];
    private long[] sizes = new long[0];

    void add(int id, ExposedRegion region) {
        if (id >= byId.length) {
            int known = byId.length;
            byId = Arrays.copyOf(byId, id + 1);
            sizes = Arrays.copyOf(sizes, id + 1);
            Arrays.fill(sizes, known, id + 1, NOT_ATTACHED);
        }
        byId[id] = region;
        sizes[id] = region.size;
    }

    /** Sizes by id; negative where no region is attached. */
    long[] sizes() {
        return sizes;
    }

    @Nullable ExposedRegion find(int id) {
        return id < byId.length ? byId[id] : null;
    }
}
