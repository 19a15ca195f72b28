/** The mangrove command: what a user runs. Further commands join it through a service. */
@SuppressWarnings("module") // The modules that add commands are built after this one.
module dev.mangrove.cli {
    requires dev.mangrove.server;
    requires info.picocli;
    requires java.logging;
    requires static transitive org.jspecify;

    exports dev.mangrove.cli.command to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.reproduce,
            info.picocli;
    exports dev.mangrove.cli.logging to
            dev.mangrove.check,
            java.logging;
    exports dev.mangrove.cli.process to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.reproduce;
    exports dev.mangrove.cli.report to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.reproduce;

    opens dev.mangrove.cli to
            info.picocli;
    opens dev.mangrove.cli.command to
            info.picocli;
    opens dev.mangrove.cli.demo to
            info.picocli;

    uses dev.mangrove.cli.command.CommandProvider;
}
