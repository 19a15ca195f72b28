/** The mangrove command. */
module dev.mangrove.cli {
    requires dev.mangrove.bench;
    requires info.picocli;
    requires java.logging;
    requires static transitive org.jspecify;

    opens dev.mangrove.cli to
            info.picocli;
    opens dev.mangrove.cli.demo to
            info.picocli;

    exports dev.mangrove.cli.logging to
            java.logging;
}
