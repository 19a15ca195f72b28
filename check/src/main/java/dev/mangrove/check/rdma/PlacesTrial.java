package dev.mangrove.check.rdma;

import dev.mangrove.Mangrove;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A server with several URIs; clients connect by its fastest fabric, whichever URI they name. */
final class PlacesTrial {
    private static final String TCP = "tcp://127.0.0.1:0";

    /** With shm, tcp and verbs: clients use shared memory. */
    RdmaCheck.Row three() {
        return reach("shm", TCP, RdmaCheck.PLACE, "shm:rdma-" + ProcessHandle.current().pid());
    }

    /** With tcp and verbs: clients use RDMA. */
    RdmaCheck.Row two() {
        return reach("verbs", TCP, RdmaCheck.PLACE);
    }

    private static RdmaCheck.Row reach(String expected, String... listen) {
        URI[] all = new URI[listen.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = URI.create(listen[i]);
        }
        ServerOptions options = ServerOptions.at(all).withMemoryLimit(TrialProcesses.SMALL_MEMORY);
        try (MemoryServer memory = MemoryServer.start(options)) {
            List<String> reached = new ArrayList<>();
            boolean good = true;
            for (URI each : memory.uris()) {
                try (Mangrove mangrove = Mangrove.connect(each, TrialProcesses.PATIENT)) {
                    URI place = mangrove.reachedAt(0);
                    reached.add(each.getScheme() + " -> " + place);
                    good &= place != null && expected.equals(place.getScheme());
                }
            }
            return RdmaCheck.row(good, "named -> reached: " + reached);
        }
    }
}
