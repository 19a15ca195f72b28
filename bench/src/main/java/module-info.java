/** Workloads, measurements and published experiments, and how their results are shown. */
module dev.mangrove.bench {
    requires HdrHistogram;
    requires java.desktop;
    requires java.management;
    requires jdk.management;
    requires org.locationtech.jts;
    requires rtree2;
    requires transitive dev.mangrove.server;
    requires transitive dev.mangrove.fabric;
    requires static transitive org.jspecify;

    exports dev.mangrove.bench.check;
    exports dev.mangrove.bench.data;
    exports dev.mangrove.bench.ordered;
    exports dev.mangrove.bench.peers;
    exports dev.mangrove.bench.plot;
    exports dev.mangrove.bench.process;
    exports dev.mangrove.bench.rdma;
    exports dev.mangrove.bench.report;
    exports dev.mangrove.bench.reproduce;
    exports dev.mangrove.bench.sim;
    exports dev.mangrove.bench.spatial;
    exports dev.mangrove.bench.stress;
    exports dev.mangrove.bench.verbs;
}
