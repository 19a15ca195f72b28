/** History checker, seeded checks, stress with processes, checks on RDMA devices. */
module dev.mangrove.check {
    requires dev.mangrove.bench;
    requires dev.mangrove.cli;
    requires dev.mangrove.sim;
    requires info.picocli;
    requires transitive dev.mangrove.fabric;
    requires transitive dev.mangrove.server;
    requires static transitive org.jspecify;

    opens dev.mangrove.check.command to
            info.picocli;

    provides dev.mangrove.cli.command.CommandProvider with
            dev.mangrove.check.command.CheckCommands;
}
