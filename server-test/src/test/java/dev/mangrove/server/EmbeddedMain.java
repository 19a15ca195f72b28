package dev.mangrove.server;

import dev.mangrove.Mangrove;

/** A process that embeds a server and ends without closing it. */
final class EmbeddedMain {
    private EmbeddedMain() {}

    /** Prints the server's URI. */
    public static void main(String[] args) {
        Mangrove mangrove = Mangrove.embedded(64 << 20);
        mangrove.createOrdered("keys").put(1, 2);
        System.out.println(mangrove.reachedAt(0));
        System.exit(0);
    }
}
