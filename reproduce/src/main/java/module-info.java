/** Published experiments in virtual time, a package per paper. */
module dev.mangrove.reproduce {
    requires dev.mangrove.bench;
    requires dev.mangrove.cli;
    requires dev.mangrove.sim;
    requires info.picocli;
    requires transitive dev.mangrove.fabric;
    requires transitive dev.mangrove.server;
    requires static transitive org.jspecify;

    opens dev.mangrove.reproduce.command to
            info.picocli;

    provides dev.mangrove.cli.command.CommandProvider with
            dev.mangrove.reproduce.command.ReproduceCommands;
}
