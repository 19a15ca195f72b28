package dev.mangrove.check.rdma;

import dev.mangrove.Mangrove;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A server that listens at several places; clients get the best, whichever they name. */
final class PlacesTrial {
    private static final String TCP = "tcp://127.0.0.1:0";

    /** On one host that is shared memory. */
    RdmaCheck.Row three() {
        return reach("shm", TCP, RdmaCheck.PLACE, "shm:rdma-" + ProcessHandle.current().pid());
    }

    /** Without shared memory it is RDMA. */
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
