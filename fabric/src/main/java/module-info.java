/** Verbs and hosts: the contract and its providers. */
module dev.mangrove.fabric {
    requires jdk.net;
    requires static transitive org.jspecify;

    exports dev.mangrove.fabric;

    uses dev.mangrove.fabric.FabricProvider;

    provides dev.mangrove.fabric.FabricProvider with
            dev.mangrove.fabric.shm.ShmProvider,
            dev.mangrove.fabric.tcp.TcpProvider;
}
