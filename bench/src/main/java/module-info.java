/** Measurements on this machine; workloads and plots, which {@code reproduce} uses too. */
@SuppressWarnings("module") // The modules that use workloads and plots are built after this one.
module dev.mangrove.bench {
    requires HdrHistogram;
    requires dev.mangrove.cli;
    requires dev.mangrove.sim;
    requires info.picocli;
    requires java.desktop;
    requires java.management;
    requires jdk.management;
    requires org.locationtech.jts;
    requires rtree2;
    requires transitive dev.mangrove.fabric;
    requires transitive dev.mangrove.server;
    requires static transitive org.jspecify;

    exports dev.mangrove.bench.command to
            dev.mangrove.reproduce;
    exports dev.mangrove.bench.ordered to
            dev.mangrove.check,
            dev.mangrove.reproduce;
    exports dev.mangrove.bench.plot to
            dev.mangrove.reproduce;
    exports dev.mangrove.bench.published to
            dev.mangrove.check,
            dev.mangrove.reproduce;

    opens dev.mangrove.bench.command to
            info.picocli;

    provides dev.mangrove.cli.command.CommandProvider with
            dev.mangrove.bench.command.BenchCommands;
}
