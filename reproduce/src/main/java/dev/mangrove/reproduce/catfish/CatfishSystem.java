package dev.mangrove.reproduce.catfish;

import dev.mangrove.index.spatial.SpatialAccess;
import dev.mangrove.index.spatial.SpatialViewOptions;

/** A system that the Catfish paper compares, or one of this project's. */
public enum CatfishSystem {
    /** All searches by message. */
    MESSAGING("fast messaging", SpatialAccess.MESSAGING, 0, 1),
    /** All searches offloaded, one READ at a time, without a limit on threads. */
    OFFLOADING("offloading", SpatialAccess.OFFLOAD, 0, 1),
    /** All searches offloaded, many READs at a time, at most three threads per host. */
    COORDINATED("coordinated offloading", SpatialAccess.OFFLOAD, 3, 64),
    /** The paper's algorithm 1, many READs at a time, at most three offloading threads per host. */
    CATFISH("Catfish", SpatialAccess.BACKOFF, 3, 64),
    /** The policy of Cell, by the server's queue. */
    QUEUE("queue", SpatialAccess.QUEUE, 3, 64),
    /** This project's AutoPolicy. */
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
