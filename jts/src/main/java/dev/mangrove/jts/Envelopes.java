package dev.mangrove.jts;

import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialEntries;
import dev.mangrove.index.spatial.SpatialIndex;

import org.locationtech.jts.geom.Envelope;

/** One thread's view of a spatial index, by envelopes. Refuses null envelopes. */
public final class Envelopes {
    private final SpatialIndex index;

    /** Wraps a view, which the caller closes. */
    public Envelopes(SpatialIndex index) {
        this.index = index;
    }

    /** Inserts an object; false if the id exists. */
    public boolean insert(long id, Envelope at) {
        check(at);
        return index.insert(id, at.getMinX(), at.getMinY(), at.getMaxX(), at.getMaxY());
    }

    /** Moves an object; false if the id does not exist. */
    public boolean update(long id, Envelope to) {
        check(to);
        return index.update(id, to.getMinX(), to.getMinY(), to.getMaxX(), to.getMaxY());
    }

    /** Finds the objects that intersect an envelope. */
    public SpatialCursor search(Envelope window) {
        check(window);
        return index.search(window.getMinX(), window.getMinY(), window.getMaxX(), window.getMaxY());
    }

    /** Counts the objects that intersect an envelope. */
    public long count(Envelope window) {
        check(window);
        return index.count(window.getMinX(), window.getMinY(), window.getMaxX(), window.getMaxY());
    }

    /** Sets an envelope to that of a cursor's current object, and returns it. */
    public static Envelope read(SpatialEntries object, Envelope into) {
        into.init(object.minX(), object.maxX(), object.minY(), object.maxY());
        return into;
    }

    private static void check(Envelope envelope) {
        if (envelope.isNull()) {
            throw new IllegalArgumentException(
                    "envelope is null (empty): give one with finite borders");
        }
    }
}
