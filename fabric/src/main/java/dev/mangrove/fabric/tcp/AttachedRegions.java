package dev.mangrove.fabric.tcp;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** The regions that one client has opened with their keys. Belongs to the I/O thread. */
final class AttachedRegions {
    private @Nullable ExposedRegion[] byId = new ExposedRegion[0];

    void add(int id, ExposedRegion region) {
        if (id >= byId.length) {
            byId = Arrays.copyOf(byId, id + 1);
        }
        byId[id] = region;
    }

    @Nullable ExposedRegion find(int id) {
        return id < byId.length ? byId[id] : null;
    }
}
