package dev.mangrove.reproduce.catfish;

import dev.mangrove.fabric.Waiting;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.Text;
import dev.mangrove.server.Plugin;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Builds the Catfish paper's cluster and trees. */
public final class CatfishRuns {
    /** Number of rectangles of the paper's trees. */
    public static final int OBJECTS = 2_000_000;

    /** The three kinds of search. */
    static final List<CatfishWork> WORKS =
            List.of(CatfishWork.SMALL, CatfishWork.LARGE, CatfishWork.POWER);

    /** Note of experiments with bulk-loaded trees. */
    static final String PACKED = "trees are packed, as full as grown ones";

    /** Number of requests of each of the paper's clients. */
    private static final double REQUESTS = 10_000;

    private static final String PROFILE = "catfish-edr";

    /** Chosen, with the next: several heartbeats of 1.3 ms, and thousands of searches in all. */
    private static final long WARM_UP_NANOS = 6_000_000;

    private static final long NANOS = 15_000_000;

    /** Chosen, with the next: policies with moving averages need longer to settle. */
    private static final long SETTLING_NANOS = 40_000_000;

    private static final long SETTLED_NANOS = 40_000_000;

    /** Chosen: about as full as pages that splits have left. */
    private static final double GROWN_FILL = 0.7;

    private final Profile profile;
    private final int objects;

    /** Runs on the published cluster's profile, or on another one. */
    public CatfishRuns(@Nullable String profile, int objects) {
        this(Profile.named(profile == null ? PROFILE : profile), objects);
    }

    private CatfishRuns(Profile profile, int objects) {
        this.profile = profile;
        this.objects = objects;
    }

    /** Returns runs with our own server; its threads do not wait until long answers are sent. */
    public CatfishRuns ownServer() {
        return new CatfishRuns(profile.with("cpu.polled_send_bytes", 0), objects);
    }

    Profile profile() {
        return profile;
    }

    public int objects() {
        return objects;
    }

    /**
     * A cluster with a tree of the default fan-out, grown by inserts; the server has one thread per
     * core, which waits for events.
     */
    CatfishCluster cluster(SpatialDesign design) {
        return cluster(
                new CatfishCluster.Tree(SpatialOptions.of(design), objects, Packing.NONE, 1),
                List.of());
    }

    /** A cluster with the tree as it is after half of a workload with inserts. */
    CatfishCluster halfway(SpatialDesign design, CatfishWork work, int clients) {
        int inserts = (int) (clients * REQUESTS * work.inserts() / 2 * objects / OBJECTS);
        return cluster(
                new CatfishCluster.Tree(
                        SpatialOptions.of(design), objects, Packing.NONE, 1, inserts, work),
                List.of());
    }

    /** A cluster with a bulk-loaded tree, filled as a grown one; loading is much faster. */
    public CatfishCluster packed(SpatialDesign design) {
        return packed(SpatialOptions.of(design), objects, List.of());
    }

    /** A cluster with a bulk-loaded tree of given options, size and plugins. */
    public CatfishCluster packed(SpatialOptions options, int size, List<Plugin> plugins) {
        return cluster(new CatfishCluster.Tree(options, size, Packing.STR, GROWN_FILL), plugins);
    }

    private CatfishCluster cluster(CatfishCluster.Tree tree, List<Plugin> plugins) {
        return new CatfishCluster(profile, tree, workers(), Waiting.BLOCK, plugins);
    }

    int workers() {
        return (int) Math.round(profile.value("server.workers"));
    }

    /** Measures a system under a workload; adaptive systems get a longer warm-up. */
    static CatfishPoint run(
            CatfishCluster cluster, CatfishWork work, CatfishSystem system, int clients) {
        return system.isAdaptive()
                ? cluster.measure(work, system.view(), clients, SETTLING_NANOS, SETTLED_NANOS)
                : cluster.measure(work, system.view(), clients, WARM_UP_NANOS, NANOS);
    }

    /** Adds a note on the differences from the paper's experiment. */
    Reproduction scaled(Reproduction result) {
        return result.note(
                Text.text(
                        "%.2f M rectangles; clients work for milliseconds of virtual time instead"
                            + " of 10,000 requests each; fast messaging is driven by events here,"
                            + " one thread to a core; heartbeats are 1.3 ms apart instead of 10 ms,"
                            + " as Algorithm 1 offloads at most 7 searches of a client per"
                            + " heartbeat",
                        objects / 1e6));
    }
}
