package dev.mangrove.server.service;

import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.ChunkRequest;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Range;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.memory.Owner;
import dev.mangrove.server.request.Peer;
import dev.mangrove.server.request.RefusedException;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.request.Request;
import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.state.ServerContext;
import dev.mangrove.server.state.ServerState;

/** Grants chunks and takes them back. */
final class ChunkServices {
    private final ServerState state;
    private final ServerContext context;

    ChunkServices(ServerState state) {
        this.state = state;
        this.context = new ServerContext(state);
    }

    void register(ServiceTable table) {
        table.register(MessageKind.ALLOCATE_CHUNK, this::allocate)
                .register(MessageKind.FREE_CHUNK, this::free);
    }

    private void allocate(Request request, Reply reply) {
        request.require(ChunkRequest.BYTES);
        long index = ChunkRequest.index(request.memory(), Request.PAYLOAD);
        long address = index == 0 ? forClient(request.peer()) : context.grantChunk(index);
        Range.write(reply.memory(), Reply.PAYLOAD, address, AddressSpace.CHUNK_BYTES);
        reply.send(Range.BYTES);
    }

    private long forClient(Peer peer) {
        if (peer.client() == 0) {
            throw new RefusedException(Status.DENIED, "a client without a number owns no chunks");
        }
        return state.memory().grant(Owner.client(peer.client()));
    }

    private void free(Request request, Reply reply) {
        request.require(Range.BYTES);
        long address = Range.address(request.memory(), Request.PAYLOAD);
        long index = state.memory().indexOf(address);
        Owner owner = index != 0 ? Owner.index(index) : Owner.client(request.peer().client());
        state.memory().free(address, owner);
        reply.send(0);
    }
}
