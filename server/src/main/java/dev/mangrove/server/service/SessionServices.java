package dev.mangrove.server.service;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.session.ServerStatus;
import dev.mangrove.index.wire.HelloAnswer;
import dev.mangrove.index.wire.HelloRequest;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Range;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.WireWriter;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.load.Load;
import dev.mangrove.server.request.BytesSource;
import dev.mangrove.server.request.LatchHolders;
import dev.mangrove.server.request.RefusedException;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.request.Request;
import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.state.ServerContext;
import dev.mangrove.server.state.ServerState;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** HELLO, status, and the echo services that benchmarks use. */
final class SessionServices {
    private final ServerState state;
    private final ServerContext context;

    SessionServices(ServerState state) {
        this.state = state;
        this.context = new ServerContext(state);
    }

    void register(ServiceTable table) {
        table.register(MessageKind.HELLO, this::hello)
                .register(MessageKind.STATUS, this::status)
                .register(MessageKind.IS_GONE, this::isGone)
                .register(MessageKind.LATCH_HOLDER, this::latchHolder)
                .register(MessageKind.LATCH_OWNER, this::latchOwner)
                .register(MessageKind.DROPS_SEEN, this::dropsSeen)
                .register(MessageKind.CHECK_INDEX, this::checkIndex)
                .register(MessageKind.ECHO, SessionServices::echo)
                .register(MessageKind.COPY_OUT, this::copyOut);
    }

    private void hello(Request request, Reply reply) {
        request.require(HelloRequest.BYTES);
        if (request.peer().role() != null) {
            throw new RefusedException(Status.DENIED, "HELLO was sent before on this connection");
        }
        state.peers()
                .register(
                        request.peer(),
                        HelloRequest.role(request.memory(), Request.PAYLOAD),
                        HelloRequest.session(request.memory(), Request.PAYLOAD),
                        HelloRequest.client(request.memory(), Request.PAYLOAD));
        HelloAnswer.write(
                reply.memory(),
                Reply.PAYLOAD,
                state.identity().number(),
                state.membership().epoch(),
                state.identity().instance(),
                state.options().heartbeat().toNanos());
        reply.send(HelloAnswer.BYTES);
    }

    private void status(Request request, Reply reply) {
        Load.Snapshot load = state.load().last();
        WireWriter out = new WireWriter();
        new ServerStatus(
                        state.identity().number(),
                        state.identity().name(),
                        state.identity().uris(),
                        List.of(state.memory().region().handle()),
                        state.memory().limit(),
                        state.memory().used(),
                        state.peers().clients(),
                        state.peers().connections(),
                        state.indexes(),
                        state.load().workers(),
                        state.load().requests(),
                        load.messagesPerSecond(),
                        load.hostUtilisation(),
                        load.processCores(),
                        load.workerUtilisation(),
                        state.load().uptimeNanos())
                .write(out);
        reply.send(out.toBytes());
    }

    private void isGone(Request request, Reply reply) {
        request.require(Words.bytes(2));
        int session = (int) Words.get(request.memory(), Request.PAYLOAD, 0);
        boolean keepOut = Words.get(request.memory(), Request.PAYLOAD, 1) == 1;
        boolean gone = state.peers().isGone(session, keepOut);
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, gone ? 1 : 0));
    }

    private void dropsSeen(Request request, Reply reply) {
        request.require(Words.bytes(1));
        long seen = Words.get(request.memory(), Request.PAYLOAD, 0);
        state.quarantine().acknowledged(request.peer().client(), seen);
        reply.send(0);
    }

    private void checkIndex(Request request, Reply reply) {
        request.require(Words.bytes(1));
        context.checkIndex(Words.get(request.memory(), Request.PAYLOAD, 0));
        reply.send(0);
    }

    private void latchHolder(Request request, Reply reply) {
        int holder = latchHolders().of(request.peer().session());
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, holder));
    }

    private void latchOwner(Request request, Reply reply) {
        request.require(Words.bytes(1));
        int owner = latchHolders().owner(Words.get(request.memory(), Request.PAYLOAD, 0));
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, owner));
    }

    private LatchHolders latchHolders() {
        LatchHolders holders = state.latchHolders();
        if (holders == null) {
            throw new RefusedException(
                    Status.NOT_FOUND,
                    "there are no latches on a card: server=" + state.identity().number());
        }
        return holders;
    }

    private static void echo(Request request, Reply reply) {
        MemorySegment.copy(
                request.memory(), Request.PAYLOAD, reply.memory(), Reply.PAYLOAD, request.length());
        reply.send(request.length());
    }

    private void copyOut(Request request, Reply reply) {
        request.require(Range.BYTES);
        long address = Range.address(request.memory(), Request.PAYLOAD);
        long length = Range.length(request.memory(), Request.PAYLOAD);
        long offset = state.memory().checkGranted(address, length);
        state.options().host().work(Host.Work.BYTE, length);
        if (length <= reply.capacity()) {
            MemorySegment.copy(
                    state.memory().bytes(), offset, reply.memory(), Reply.PAYLOAD, length);
            reply.send((int) length);
        } else {
            reply.stream(new BytesSource(state.memory().bytes(), offset, length));
        }
    }
}
