package dev.mangrove.reproduce.catfish;

import dev.mangrove.AccessMode;
import dev.mangrove.index.spatial.SpatialViewOptions;

/** A system that the Catfish paper compares, or one of this project's. */
public enum CatfishSystem {
    /** All searches by message. */
    MESSAGING("fast messaging", AccessMode.SERVER, 0, 1),
    /** All searches offloaded, one READ at a time, without a limit on threads. */
    OFFLOADING("offloading", AccessMode.CLIENT, 0, 1),
    /** All searches offloaded, many READs at a time, at most three threads per host. */
    COORDINATED("coordinated offloading", AccessMode.CLIENT, 3, 64),
    /** The paper's algorithm 1, many READs at a time, at most three offloading threads per host. */
    CATFISH("Catfish", AccessMode.BACKOFF, 3, 64),
    /** The policy of Cell, by the server's queue. */
    QUEUE("queue", AccessMode.QUEUE, 3, 64),
    /** This project's AutoPolicy. */
    AUTO("auto", AccessMode.AUTO, 3, 64);

    private final String text;
    private final AccessMode access;
    private final int offloading;
    private final int pagesAtOnce;

    CatfishSystem(String text, AccessMode access, int offloading, int pagesAtOnce) {
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
