/** Verbs and hosts: the contract and its providers. */
@SuppressWarnings("module") // The modules named in qualified exports are built later.
module dev.mangrove.fabric {
    requires jdk.net;
    requires static transitive org.jspecify;

    exports dev.mangrove.fabric;
    exports dev.mangrove.fabric.host;
    exports dev.mangrove.fabric.transfer;
    exports dev.mangrove.fabric.memory to
            dev.mangrove.check,
            dev.mangrove.index,
            dev.mangrove.server,
            dev.mangrove.sim;
    exports dev.mangrove.fabric.posix to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.cli;
    exports dev.mangrove.fabric.shm to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.cli;
    exports dev.mangrove.fabric.verbs to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.cli;
    exports dev.mangrove.fabric.verbs.device to
            dev.mangrove.check,
            dev.mangrove.cli;

    uses dev.mangrove.fabric.FabricProvider;

    provides dev.mangrove.fabric.FabricProvider with
            dev.mangrove.fabric.shm.ShmProvider,
            dev.mangrove.fabric.tcp.TcpProvider,
            dev.mangrove.fabric.verbs.VerbsProvider;
}
