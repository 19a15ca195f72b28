package dev.mangrove.check.spatial;

import dev.mangrove.check.history.Rectangle;
import dev.mangrove.index.spatial.SpatialEntries;

/** Rectangles as objects to be loaded; their numbers are their ids. */
final class LoadedRectangles implements SpatialEntries {
    private final Rectangle[] places;
    private int at = -1;

    LoadedRectangles(Rectangle[] places) {
        this.places = places.clone();
    }

    @Override
    public boolean next() {
        return ++at < places.length;
    }

    @Override
    public long id() {
        return at;
    }

    @Override
    public double minX() {
        return places[at].minX();
    }

    @Override
    public double minY() {
        return places[at].minY();
    }

    @Override
    public double maxX() {
        return places[at].maxX();
    }

    @Override
    public double maxY() {
        return places[at].maxY();
    }
}
