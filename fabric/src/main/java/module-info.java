/** Verbs and hosts: the contract and its providers. */
module dev.mangrove.fabric {
    requires static transitive org.jspecify;

    exports dev.mangrove.fabric;

    uses dev.mangrove.fabric.FabricProvider;

    provides dev.mangrove.fabric.FabricProvider with
            dev.mangrove.fabric.shm.ShmProvider;
}
