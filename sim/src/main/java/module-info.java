/** The simulated fabric and host: clusters in virtual time. */
@SuppressWarnings("module") // The modules that may see the simulator are built after it.
module dev.mangrove.sim {
    requires transitive dev.mangrove.fabric;
    requires static transitive org.jspecify;

    exports dev.mangrove.sim to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.reproduce;
    exports dev.mangrove.sim.hardware to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.reproduce;

    provides dev.mangrove.fabric.FabricProvider with
            dev.mangrove.sim.request.SimProvider;
}
