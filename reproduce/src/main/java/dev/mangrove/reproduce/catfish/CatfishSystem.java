package dev.mangrove.reproduce.catfish;

import dev.mangrove.index.spatial.SpatialAccess;
import dev.mangrove.index.spatial.SpatialViewOptions;

/** A way of searching that the Catfish paper compares, or one of ours. */
public enum CatfishSystem {
    /** All by message. */
    MESSAGING("fast messaging", SpatialAccess.MESSAGING, 0, 1),
    /** All by reading pages, one after the other, without a limit on threads. */
    OFFLOADING("offloading", SpatialAccess.OFFLOAD, 0, 1),
    /** By reading pages, many at once, with a limit on threads. */
    COORDINATED("coordinated offloading", SpatialAccess.OFFLOAD, 3, 64),
    /** Algorithm 1, many pages at once, with a limit on threads. */
    CATFISH("Catfish", SpatialAccess.BACKOFF, 3, 64),
    /** Cell's queues. */
    QUEUE("queue", SpatialAccess.QUEUE, 3, 64),
    /** Ours. */
    AUTO("auto", SpatialAccess.AUTO, 3, 64);

    private final String text;
    private final SpatialAccess access;
    private final int offloading;
    private final int pagesAtOnce;

    CatfishSystem(String text, SpatialAccess access, int offloading, int pagesAtOnce) {
        this.text = text;
        this.access = access;
        this.offloading = offloading;
        this.pagesAtOnce = pagesAtOnce;
    }

    public String text() {
        return text;
    }

    public SpatialViewOptions view() {
        return SpatialViewOptions.DEFAULT
                .withAccess(access)
                .withOffloading(offloading)
                .withPagesAtOnce(pagesAtOnce);
    }

    boolean isAdaptive() {
        return access.isAdaptive();
    }
}
