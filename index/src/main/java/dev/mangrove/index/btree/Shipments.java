package dev.mangrove.index.btree;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.ShipmentRequest;
import dev.mangrove.index.wire.ShipmentState;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.WireWriter;

import java.util.List;

/**
 * Has servers load ordered indexes from each other. A server of the target is a client of the
 * source: it reads the entries, and loads them as {@code bulkLoad} does, so that the target stays
 * empty until all pages are written. This client only asks how far that is. When its connection
 * ends, the server gives the shipment up.
 */
public final class Shipments {
    /**
     * Time between questions, at first and at most. Chosen: short ones end soon after their end.
     */
    private static final long FIRST_PAUSE_NANOS = 500_000;

    private static final long LONGEST_PAUSE_NANOS = 50_000_000;

    private Shipments() {}

    /**
     * Has a server load an index; waits for the end.
     *
     * @return number of entries
     * @throws IllegalStateException if the target is not empty
     */
    public static long run(Session session, ShipmentRequest request) {
        if (request.source().equals(request.target())) {
            throw new IllegalArgumentException(
                    "source and target are the same index: " + request.source());
        }
        Call call = session.link(server(session, request.target())).admin();
        long number = call.execute(TreeKind.SHIP, request.write(new WireWriter())).getLong();
        Host host = session.host();
        long pause = FIRST_PAUSE_NANOS;
        // Ends when the server reports the end, or is lost.
        while (true) {
            host.sleep(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
            WireWriter question = new WireWriter().putLong(number);
            ShipmentState state =
                    ShipmentState.read(call.execute(TreeKind.SHIPMENT_STATE, question));
            if (state.isDone()) {
                return state.entries();
            }
            if (!state.isRunning()) {
                throw failure(state);
            }
        }
    }

    /** The first server of an index that is not lost: it has at least a part of the pages. */
    private static int server(Session session, String index) {
        List<Integer> servers = new IndexOptions(session.catalogue().open(index)).servers();
        return servers.stream()
                .filter(server -> session.lossOf(server) == null)
                .findFirst()
                .orElseGet(servers::getFirst);
    }

    private static RuntimeException failure(ShipmentState state) {
        String text = state.text();
        return switch (state.phase()) {
            case NOT_EMPTY -> new IllegalStateException(text);
            case NOT_FOUND -> new RequestRefusedException(Status.NOT_FOUND, text);
            case INVALID -> new IllegalArgumentException(text);
            case OUT_OF_MEMORY -> new RequestRefusedException(Status.OUT_OF_MEMORY, text);
            case SERVER_LOST -> new FabricException(FabricException.Kind.PEER_LOST, text);
            case RUNNING, DONE, FAILED -> new RequestRefusedException(Status.INTERNAL, text);
        };
    }
}
