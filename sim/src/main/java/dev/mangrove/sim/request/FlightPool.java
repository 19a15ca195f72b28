package dev.mangrove.sim.request;

import dev.mangrove.sim.SimCluster;

import org.jspecify.annotations.Nullable;

/** Reusable requests in flight. */
public final class FlightPool {
    private final SimCluster cluster;
    private @Nullable Flight free;
    private long taken;

    public FlightPool(SimCluster cluster) {
        this.cluster = cluster;
    }

    Flight take() {
        taken++;
        Flight flight = free;
        if (flight == null) {
            return new Flight(cluster);
        }
        free = flight.next;
        flight.next = null;
        return flight;
    }

    void give(Flight flight) {
        flight.next = free;
        free = flight;
    }

    public long taken() {
        return taken;
    }
}
