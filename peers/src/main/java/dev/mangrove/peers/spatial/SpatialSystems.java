package dev.mangrove.peers.spatial;

import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.peers.PeerSystem;
import dev.mangrove.peers.Skipped;

import java.nio.file.Path;

/** All spatial systems, by name. */
public final class SpatialSystems {
    private SpatialSystems() {}

    /**
     * Opens a system without data.
     *
     * @param objects maximum number of objects
     * @param source a file of objects, or a dash for synthetic ones
     * @throws Skipped if the system is not available on this machine
     */
    public static PeerSystem open(String name, int objects, String source) throws Skipped {
        Data data = source.equals("-") ? Data.random(objects) : Data.of(Path.of(source), objects);
        return new SpatialSystem(store(name, data), data);
    }

    /** Opens a system's store. */
    static SpatialStore store(String name, Data data) throws Skipped {
        return switch (name) {
            case "mangrove-rstar" -> new MangroveSpatial(data, SpatialDesign.RSTAR, false);
            case "mangrove-hilbert" -> new MangroveSpatial(data, SpatialDesign.HILBERT, false);
            case "mangrove-rstar-grown" -> new MangroveSpatial(data, SpatialDesign.RSTAR, true);
            case "mangrove-hilbert-grown" -> new MangroveSpatial(data, SpatialDesign.HILBERT, true);
            case "hprtree" -> JtsStore.hpr(data);
            case "strtree" -> JtsStore.str(data);
            case "rtree2" -> new Rtree2Store(data);
            case "redis" -> new RedisGeo(data);
            case "postgis" -> new PostgisStore(data);
            default -> throw new IllegalArgumentException("no such system: " + name);
        };
    }
}
