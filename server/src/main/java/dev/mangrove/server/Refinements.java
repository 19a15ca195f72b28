package dev.mangrove.server;

import dev.mangrove.index.spatial.Refinement;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.request.RefusedException;

import java.util.ArrayList;
import java.util.List;

/** The refinements that clients' searches may name, in the order of their registration. */
public final class Refinements {
    private final List<Refinement.Named> all = new ArrayList<>();

    /** None yet. */
    public Refinements() {}

    /** Registers one under a name, before the server takes its first request. */
    public Refinements add(String name, Refinement refinement) {
        all.add(new Refinement.Named(name, refinement));
        return this;
    }

    /** Number of a name, from 1. */
    public long number(String name) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).name().equals(name)) {
                return i + 1L;
            }
        }
        throw new RefusedException(
                Status.NOT_FOUND, "the server has no refinement of the name " + name);
    }

    public Refinement get(long number) {
        if (number < 1 || number > all.size()) {
            throw new RefusedException(Status.NOT_FOUND, "no refinement has number " + number);
        }
        return all.get((int) number - 1).here();
    }
}
