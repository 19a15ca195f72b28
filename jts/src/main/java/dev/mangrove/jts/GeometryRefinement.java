package dev.mangrove.jts;

import dev.mangrove.index.spatial.Refinement;

import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

import java.util.function.LongFunction;

/**
 * Keeps the objects with a geometry that intersects the window. The application provides the
 * geometries; an id without one is dropped, as its object has been deleted.
 */
public final class GeometryRefinement implements Refinement {
    private static final GeometryFactory FACTORY = new GeometryFactory();

    private final LongFunction<@Nullable Geometry> geometries;

    /** Creates a refinement with a thread-safe lookup of geometries by id. */
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
