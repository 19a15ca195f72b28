package dev.mangrove.bench.published;

import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.btree.ViewProtocol;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.rtree.SpatialIndexes;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialViewOptions;

/** Opens views that follow published protocols. The view owns the session from then on. */
public final class Published {
    private Published() {}

    /** Opens an ordered index by the published protocol of its design. */
    public static OrderedIndex openOrdered(
            Session session, String name, Design design, ViewOptions options) {
        return OrderedIndexes.open(session, name, options, protocol(design));
    }

    private static ViewProtocol protocol(Design design) {
        return switch (design) {
            case FINE -> new PublishedFine();
            case SHERMAN -> new PublishedSherman();
            case CELL -> new PublishedCell();
            case COARSE, HYBRID ->
                    throw new IllegalArgumentException(
                            "design="
                                    + design
                                    + ": only fine, sherman and cell have a published variant");
        };
    }

    /** Opens a spatial index by Catfish's protocol. */
    public static SpatialIndex openSpatial(Session session, String name, SpatialViewOptions view) {
        return SpatialIndexes.open(session, name, view, TrustingFeed::new);
    }
}
