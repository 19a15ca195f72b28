package dev.mangrove.server.service;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.wire.ShipmentRequest;
import dev.mangrove.index.wire.ShipmentState;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;
import dev.mangrove.server.request.Peer;
import dev.mangrove.server.request.RefusedException;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.request.Request;
import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.state.ServerState;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Loads indexes from others, on request, on a thread for each load. A shipment belongs to the
 * connection that has asked for it: it alone learns the end, and the shipment is given up when the
 * connection ends. An index takes one shipment at a time: all clients ask the same server for it,
 * the first one of the index that they have not lost.
 */
final class ShipmentServices {
    /** Shipments at a time. Chosen: each has a thread, and up to 32 MiB of references. */
    private static final int MOST = 4;

    /** Chosen: a thread that is left hangs. */
    private static final long END_NANOS = 2_000_000_000;

    private final ServerState state;
    private final Map<Long, Entry> shipments = new HashMap<>();

    /** Also those whose connections have ended, until they notice. */
    private final List<Entry> running = new ArrayList<>();

    private long last;
    private boolean closed;

    ShipmentServices(ServerState state) {
        this.state = state;
    }

    private record Entry(Shipment shipment, Peer owner, Host.Task task) {}

    void register(ServiceTable table) {
        table.register(TreeKind.SHIP, this::ship).register(TreeKind.SHIPMENT_STATE, this::stateOf);
    }

    private void ship(Request request, Reply reply) {
        ShipmentRequest wanted = ShipmentRequest.read(request.reader());
        reply.send(new WireWriter().putLong(start(wanted, request.peer())).toBytes());
    }

    private synchronized long start(ShipmentRequest wanted, Peer owner) {
        running.removeIf(entry -> !entry.task().isAlive());
        if (closed || shipments.size() == MOST || running.size() == MOST) {
            throw new RefusedException(
                    Status.LIMIT,
                    "a server has at most "
                            + MOST
                            + " shipments at a time: wait until one of them has ended");
        }
        if (isShippingTo(wanted.target())) {
            throw new RefusedException(
                    Status.LIMIT,
                    "a shipment to "
                            + wanted.target()
                            + " is under way, and an index takes one at a time: wait until it has"
                            + " ended");
        }
        Shipment shipment =
                new Shipment(
                        wanted,
                        state.identity().uris().getFirst(),
                        state.options().secret(),
                        state.options().host());
        long number = ++last;
        Host.Task task = state.options().host().start("mangrove-shipment-" + number, shipment);
        Entry entry = new Entry(shipment, owner, task);
        running.add(entry);
        shipments.put(number, entry);
        return number;
    }

    /**
     * Whether a shipment to an index is under way. A second one might make some shares visible
     * before this one does, so that the index would have shares of both.
     */
    private boolean isShippingTo(String index) {
        return running.stream().anyMatch(entry -> entry.shipment().target().equals(index));
    }

    private void stateOf(Request request, Reply reply) {
        WireReader in = request.reader();
        long number = in.getLong();
        in.end();
        reply.send(state(number, request.peer()).write(new WireWriter()).toBytes());
    }

    private synchronized ShipmentState state(long number, Peer asker) {
        Entry entry = shipments.get(number);
        if (entry == null || !entry.owner().equals(asker)) {
            throw new RefusedException(
                    Status.NOT_FOUND, "this connection has no shipment of number " + number);
        }
        ShipmentState found = entry.shipment().state();
        if (!found.isRunning()) {
            shipments.remove(number);
        }
        return found;
    }

    /** Gives up the shipments of a connection that has ended. */
    synchronized void departed(Peer peer) {
        for (Iterator<Entry> all = shipments.values().iterator(); all.hasNext(); ) {
            Entry entry = all.next();
            if (entry.owner().equals(peer)) {
                entry.shipment().giveUp();
                all.remove();
            }
        }
    }

    /** Gives up all shipments, and waits for their threads. */
    void close() {
        List<Entry> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(running);
            shipments.clear();
        }
        for (Entry entry : left) {
            entry.shipment().close();
            boolean _ = entry.task().join(END_NANOS);
        }
    }
}
