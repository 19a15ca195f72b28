/** Verbs and hosts: the contract and its providers. */
@SuppressWarnings("module") // the module that the simulator is exported to is not known here
module dev.mangrove.fabric {
    requires static transitive org.jspecify;

    exports dev.mangrove.fabric;
    exports dev.mangrove.fabric.sim to
            dev.mangrove.bench;

    uses dev.mangrove.fabric.FabricProvider;

    provides dev.mangrove.fabric.FabricProvider with
            dev.mangrove.fabric.shm.ShmProvider,
            dev.mangrove.fabric.sim.SimProvider;
}
