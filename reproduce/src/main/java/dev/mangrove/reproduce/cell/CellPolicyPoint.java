package dev.mangrove.reproduce.cell;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.AccessMode;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.sim.hardware.Profile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A workload and its servers, with which access policies are compared.
 *
 * @param name in reports
 * @param sites starts the servers
 */
record CellPolicyPoint(String name, Supplier<Site> sites) {
    /** Servers of figure 9. */
    private static final int SERVERS = 4;

    private static final int CORES = 2;
    private static final int MOST_CORES = 8;

    /** The tree of inserts. Chosen: the second insert splits a leaf. */
    private static final CellTree GROWING = new CellTree(6, 4);

    /** Operations of each thread before {@code auto} is measured. Chosen: as for table 2. */
    private static final long AUTO_WARM_UP = 1_000;

    /** The same for other policies. Chosen: twice what the queues of Cell take to settle. */
    private static final long WARM_UP = 200;

    /** The same for a fixed ratio. Chosen. */
    private static final long SHORT_WARM_UP = 50;

    /** Operations of each thread that are measured. Chosen, not tuned. */
    private static final long COUNTED = 100;

    /** Running servers. */
    interface Site extends AutoCloseable {
        /** Thousands of requests per second under a policy that has settled. */
        double ofPolicy(AccessMode policy);

        /** The same with a fixed share of requests by clients. */
        double ofRatio(double share);

        @Override
        void close();
    }

    Site open() {
        return sites.get();
    }

    /** The points of table 2 and of figures 4, 5, 6 and 9. */
    static List<CellPolicyPoint> all(Profile profile, int perServer) {
        List<CellPolicyPoint> points = new ArrayList<>();
        for (int cores = 1; cores <= MOST_CORES; cores++) {
            points.add(search(profile, SERVERS, cores, perServer));
        }
        for (int servers : new int[] {1, 2, 8, 16}) {
            points.add(search(profile, servers, CORES, perServer));
        }
        points.add(mix(profile, CellWork.ycsb("YCSB A", 0.5), perServer));
        points.add(mix(profile, CellWork.ycsb("YCSB B", 0.05), perServer));
        points.add(published(profile, CellWork.updates(0.5), perServer));
        points.add(published(profile, CellWork.updates(1), perServer));
        points.add(inserts(profile, perServer));
        points.add(
                oneServer(
                        "figure 4, 1 core, no cache",
                        CellFig4.smallMemory(profile),
                        CellSetup.uncached(AccessMode.CLIENT, 1, CellFig4.MOST_PROCESSES)));
        for (int cores : CellFig6.CORES) {
            points.add(
                    oneServer(
                            text("figure 6, %d cores", cores),
                            profile,
                            CellSetup.cached(AccessMode.CLIENT, cores, CellFig6.PROCESSES)));
        }
        return points;
    }

    /** Searches of several servers. */
    static CellPolicyPoint search(Profile profile, int servers, int cores, int perServer) {
        return new CellPolicyPoint(
                text("%d servers, %d cores", servers, cores),
                () ->
                        new OneCluster(
                                new CellCluster(profile, CellTree.SMALL, servers, cores),
                                CellWork.SEARCH,
                                perServer * servers));
    }

    /** Gets and puts, which are one message each. */
    private static CellPolicyPoint mix(Profile profile, CellWork work, int perServer) {
        return onFour(profile, work.name(), work.withoutSearch(), perServer);
    }

    /** The same with published puts, which search first. */
    private static CellPolicyPoint published(Profile profile, CellWork work, int perServer) {
        return onFour(profile, "figure 9, " + work.name(), work, perServer);
    }

    private static CellPolicyPoint onFour(
            Profile profile, String name, CellWork work, int perServer) {
        return new CellPolicyPoint(
                text("%s, %d servers, %d cores", name, SERVERS, CORES),
                () ->
                        new OneCluster(
                                new CellCluster(profile, CellTree.SMALL, SERVERS, CORES),
                                work,
                                perServer * SERVERS));
    }

    /** Published inserts: each measurement has servers of its own, as the tree grows. */
    static CellPolicyPoint inserts(Profile profile, int perServer) {
        return new CellPolicyPoint(
                text("figure 9, %s, %d servers, %d cores", CellWork.INSERT.name(), SERVERS, CORES),
                () -> new NewClusters(profile, perServer * SERVERS));
    }

    /** Searches of one server by clients that have a setup, apart from their access. */
    static CellPolicyPoint oneServer(String name, Profile profile, CellSetup setup) {
        return new CellPolicyPoint(name, () -> new OneServer(profile, setup));
    }

    private static ViewOptions view(AccessMode policy) {
        return CellCluster.view(CellSystem.CLIENT).withAccess(policy);
    }

    private record OneCluster(CellCluster cluster, CellWork work, int processes) implements Site {
        @Override
        public double ofPolicy(AccessMode policy) {
            long warmUp = policy == AccessMode.AUTO ? AUTO_WARM_UP : WARM_UP;
            return cluster.measure(work, view(policy), processes, warmUp, COUNTED).thousands();
        }

        @Override
        public double ofRatio(double share) {
            ViewOptions view = CellCluster.ratio(share);
            return cluster.measure(work, view, processes, SHORT_WARM_UP, COUNTED).thousands();
        }

        @Override
        public void close() {
            cluster.close();
        }
    }

    /** All have the same warm-up, so that the trees have grown equally. */
    private record NewClusters(Profile profile, int processes) implements Site {
        @Override
        public double ofPolicy(AccessMode policy) {
            return measure(view(policy));
        }

        @Override
        public double ofRatio(double share) {
            return measure(CellCluster.ratio(share));
        }

        private double measure(ViewOptions view) {
            try (CellCluster cluster = new CellCluster(profile, GROWING, SERVERS, CORES)) {
                return cluster.measure(CellWork.INSERT, view, processes, WARM_UP, COUNTED)
                        .thousands();
            }
        }

        @Override
        public void close() {}
    }

    private record OneServer(Profile profile, CellSetup setup) implements Site {
        @Override
        public double ofPolicy(AccessMode policy) {
            return CellServer.measure(profile, setup.withAccess(policy)).thousands();
        }

        @Override
        public double ofRatio(double share) {
            return CellServer.measure(profile, setup.withRatio(share), SHORT_WARM_UP, COUNTED)
                    .thousands();
        }

        @Override
        public void close() {}
    }
}
