package dev.mangrove.server.service;

import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;
import dev.mangrove.server.pool.CatalogueTable;
import dev.mangrove.server.request.RefusedException;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.request.Request;
import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.state.ServerState;

import java.util.List;

/** Creates, opens, lists and drops indexes, at the registrar only. */
final class CatalogueServices {
    private final ServerState state;
    private final CatalogueTable catalogue;

    CatalogueServices(ServerState state, CatalogueTable catalogue) {
        this.state = state;
        this.catalogue = catalogue;
    }

    void register(ServiceTable table) {
        table.register(MessageKind.CREATE_INDEX, this::create)
                .register(MessageKind.OPEN_INDEX, this::open)
                .register(MessageKind.LIST_INDEXES, this::list)
                .register(MessageKind.DROP_INDEX, this::drop);
    }

    private void create(Request request, Reply reply) {
        WireReader in = request.reader();
        IndexSpec spec = IndexSpec.read(in);
        in.end();
        // The client's list of members may be older than a server's departure.
        for (int server : spec.servers()) {
            if (!state.membership().isAlive(server)) {
                throw new RefusedException(
                        Status.NOT_FOUND, "the pool has no server " + server + " any more");
            }
        }
        send(reply, catalogue.create(spec));
    }

    private void open(Request request, Reply reply) {
        send(reply, catalogue.open(name(request)));
    }

    private void list(Request request, Reply reply) {
        List<IndexDescriptor> all = catalogue.list();
        WireWriter out = new WireWriter().putInt(all.size());
        all.forEach(descriptor -> descriptor.write(out));
        reply.send(out.toBytes());
    }

    private void drop(Request request, Reply reply) {
        IndexDescriptor dropped = catalogue.drop(name(request));
        state.freeIndex(dropped.id(), () -> catalogue.freeSlot(dropped));
        state.notices().indexDropped(dropped.id());
        reply.send(0);
    }

    private static String name(Request request) {
        WireReader in = request.reader();
        String name = in.getText();
        in.end();
        IndexSpec.checkName(name);
        return name;
    }

    private static void send(Reply reply, IndexDescriptor descriptor) {
        WireWriter out = new WireWriter();
        descriptor.write(out);
        reply.send(out.toBytes());
    }
}
