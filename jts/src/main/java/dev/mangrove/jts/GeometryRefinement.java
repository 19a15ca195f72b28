package dev.mangrove.jts;

import dev.mangrove.index.spatial.Refinement;

import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

import java.util.function.LongFunction;

/**
 * Keeps the objects whose geometry has a point in common with the window. Where geometries come
 * from is the user's; an id without one is not kept, as its object is gone.
 */
public final class GeometryRefinement implements Refinement {
    private static final GeometryFactory FACTORY = new GeometryFactory();

    private final LongFunction<@Nullable Geometry> geometries;

    /** Looks geometries up by id; from many threads. */
    public GeometryRefinement(LongFunction<@Nullable Geometry> geometries) {
        this.geometries = geometries;
    }

    @Override
    public boolean keeps(long id, double minX, double minY, double maxX, double maxY) {
        Geometry geometry = geometries.apply(id);
        return geometry != null
                && geometry.intersects(FACTORY.toGeometry(new Envelope(minX, maxX, minY, maxY)));
    }
}
