package dev.mangrove.index.access;

/** Receives the latency of each page that a view reads by verbs on its own. */
@FunctionalInterface
public interface ReadObserver {
    /** One page was read; where the fabric reads only words atomically, by three READs at once. */
    void pageRead(long nanos);
}
