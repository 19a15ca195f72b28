package dev.mangrove.server.service;

import dev.mangrove.index.rtree.LocalSpatialTree;
import dev.mangrove.index.rtree.tree.TreeEndedException;
import dev.mangrove.index.wire.MalformedException;
import dev.mangrove.index.wire.OperationAnswer;
import dev.mangrove.index.wire.SpatialChange;
import dev.mangrove.index.wire.SpatialKind;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.request.Peer;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.request.Request;
import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.state.ServerSpatialTree;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Requests with payloads of objects of the spatial trees of this server. */
final class PayloadServices {
    /**
     * Bytes of payloads after which an answer has no further one. Chosen: some messages, so that a
     * client of many long payloads takes them as it needs them.
     */
    private static final int ENOUGH = 128 << 10;

    private static final int HEAD_WORDS = 2;

    private final Function<Request, ServerSpatialTree> trees;
    private final StagedBodies bodies = new StagedBodies(SpatialKind.LONGEST_CHANGES);

    /**
     * Creates the services.
     *
     * @param trees finds the tree of a request
     */
    PayloadServices(Function<Request, ServerSpatialTree> trees) {
        this.trees = trees;
    }

    void register(ServiceTable table) {
        table.register(SpatialKind.PAYLOADS, this::payloads)
                .register(SpatialKind.APPLY_PAYLOADS, this::applyAll)
                .register(SpatialKind.STAGE, this::stage);
    }

    /** A connection has ended. */
    void departed(Peer peer) {
        bodies.departed(peer);
    }

    private void stage(Request request, Reply reply) {
        bodies.stage(request);
        reply.send(0);
    }

    private void applyAll(Request request, Reply reply) {
        request.require(Words.bytes(HEAD_WORDS));
        long length = Words.get(request.memory(), Request.PAYLOAD, 1);
        List<SpatialChange> changes = changes(bodies.body(request, HEAD_WORDS, length));
        ServerSpatialTree owner = trees.apply(request);
        LocalSpatialTree tree = owner.borrow();
        OperationRun run = new OperationRun(request, reply);
        int bytes = run.run(changes.size(), i -> execute(changes.get(i), tree));
        if (!run.hasFailed()) {
            owner.giveBack(tree);
        }
        reply.send(bytes);
    }

    /** All are read before the first is executed, so that a malformed request changes nothing. */
    private static List<SpatialChange> changes(byte[] body) {
        ByteBuffer from = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        List<SpatialChange> changes = new ArrayList<>();
        while (from.hasRemaining()) { // Ends: each turn takes at least the head of a change.
            changes.add(SpatialChange.read(from));
        }
        if (changes.isEmpty() || changes.size() > OperationAnswer.MOST) {
            throw new MalformedException(
                    "a request has 1 to "
                            + OperationAnswer.MOST
                            + " changes: changes="
                            + changes.size());
        }
        return changes;
    }

    private static boolean execute(SpatialChange change, LocalSpatialTree tree) {
        try {
            byte[] payload = change.payload();
            if (change.change() == SpatialKind.SET_PAYLOAD) {
                return tree.setPayload(change.id(), payload);
            }
            return payload == null ? plain(change, tree) : withPayload(change, payload, tree);
        } catch (TreeEndedException e) {
            throw SpatialServices.ended(e);
        }
    }

    private static boolean plain(SpatialChange to, LocalSpatialTree tree) {
        return switch (to.change()) {
            case SpatialKind.INSERT ->
                    tree.insert(to.id(), to.minX(), to.minY(), to.maxX(), to.maxY());
            case SpatialKind.UPDATE ->
                    tree.update(to.id(), to.minX(), to.minY(), to.maxX(), to.maxY());
            case SpatialKind.UPSERT ->
                    tree.upsert(to.id(), to.minX(), to.minY(), to.maxX(), to.maxY());
            case SpatialKind.DELETE -> tree.delete(to.id());
            default -> throw unknown(to);
        };
    }

    private static boolean withPayload(SpatialChange to, byte[] payload, LocalSpatialTree tree) {
        return switch (to.change()) {
            case SpatialKind.INSERT ->
                    tree.insert(to.id(), to.minX(), to.minY(), to.maxX(), to.maxY(), payload);
            case SpatialKind.UPSERT ->
                    tree.upsert(to.id(), to.minX(), to.minY(), to.maxX(), to.maxY(), payload);
            default -> throw unknown(to);
        };
    }

    private static IllegalArgumentException unknown(SpatialChange change) {
        return new IllegalArgumentException(
                "no such change, or none with a payload: code=" + change.change());
    }

    private void payloads(Request request, Reply reply) {
        request.require(Words.bytes(2));
        int ids = request.length() / Long.BYTES - 1;
        if (ids > SpatialKind.MOST_PAYLOADS || request.length() % Long.BYTES != 0) {
            throw new MalformedException(
                    "a request has 1 to "
                            + SpatialKind.MOST_PAYLOADS
                            + " ids: bytes="
                            + request.length());
        }
        ServerSpatialTree owner = trees.apply(request);
        LocalSpatialTree tree = owner.borrow();
        List<byte @Nullable []> found = new ArrayList<>();
        int bytes = 0;
        try {
            while (found.size() < ids && bytes < ENOUGH) {
                long id = Words.get(request.memory(), Request.PAYLOAD, 1 + found.size());
                byte[] payload = tree.payload(id);
                bytes += payload == null ? 0 : payload.length;
                found.add(payload);
            }
        } catch (TreeEndedException e) {
            throw SpatialServices.ended(e);
        }
        owner.giveBack(tree);
        reply.send(answer(found, bytes));
    }

    private static byte[] answer(List<byte @Nullable []> payloads, int bytes) {
        ByteBuffer answer =
                ByteBuffer.allocate(Words.bytes(1 + payloads.size()) + bytes)
                        .order(ByteOrder.LITTLE_ENDIAN);
        answer.putLong(payloads.size());
        for (byte[] payload : payloads) {
            answer.putLong(payload == null ? SpatialKind.ABSENT : payload.length);
        }
        for (byte[] payload : payloads) {
            if (payload != null) {
                answer.put(payload);
            }
        }
        return answer.array();
    }
}
