package dev.mangrove.server.service;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.wire.BytesKind;
import dev.mangrove.index.wire.ExtentRequest;
import dev.mangrove.index.wire.MalformedException;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.request.Peer;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.request.Request;
import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.state.ExtentAllocator;
import dev.mangrove.server.state.IndexExtents;
import dev.mangrove.server.state.ServerContext;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Requests on extents that clients write, see {@link ExtentRequest}. */
final class ExtentServices {
    private static final int FIRST_WORD = 2;

    private final ServerContext context;
    private final Map<Long, IndexExtents> indexes = new ConcurrentHashMap<>();

    ExtentServices(ServerContext context) {
        this.context = context;
    }

    void register(ServiceTable table) {
        table.register(BytesKind.EXTENTS, this::serve);
    }

    /** An index was dropped. */
    void dropped(long index) {
        indexes.remove(index);
    }

    /** A connection has ended. */
    void departed(Peer peer) {
        indexes.values().forEach(extents -> extents.departed(peer));
    }

    private void serve(Request request, Reply reply) {
        request.require(Words.bytes(FIRST_WORD));
        IndexExtents extents = extents(word(request, 0));
        List<Long> answer =
                SharedWords.holdingMonitor(() -> serve(extents, (int) word(request, 1), request));
        ByteBuffer words =
                ByteBuffer.allocate(Words.bytes(answer.size())).order(ByteOrder.LITTLE_ENDIAN);
        answer.forEach(words::putLong);
        reply.send(words.array());
    }

    private List<Long> serve(IndexExtents extents, int operation, Request request) {
        Peer peer = request.peer();
        return switch (operation) {
            case ExtentRequest.JOIN -> {
                join(extents, peer);
                yield List.of();
            }
            case ExtentRequest.LEAVE -> {
                extents.leave(peer);
                yield List.of();
            }
            case ExtentRequest.TAKE -> take(extents, request);
            case ExtentRequest.FREE -> {
                request.require(Words.bytes(FIRST_WORD + 1));
                extents.free(words(request, FIRST_WORD + 1), word(request, FIRST_WORD) == 1);
                yield List.of();
            }
            case ExtentRequest.SEARCH -> {
                request.require(Words.bytes(FIRST_WORD + 1));
                long search = extents.search(word(request, FIRST_WORD) == 1);
                yield List.of(search, extents.mayExpire() ? 1L : 0L);
            }
            case ExtentRequest.FOUND -> {
                request.require(Words.bytes(FIRST_WORD + 1));
                yield extents.found(word(request, FIRST_WORD), words(request, FIRST_WORD + 1));
            }
            case ExtentRequest.END -> {
                request.require(Words.bytes(FIRST_WORD + 2));
                boolean frees = word(request, FIRST_WORD + 1) == 1;
                long lost = extents.end(word(request, FIRST_WORD), frees);
                yield List.of(lost, extents.allocated());
            }
            case ExtentRequest.EXPIRE -> {
                extents.expires();
                yield List.of(context.clock().use());
            }
            default ->
                    throw new MalformedException(
                            "no such operation on extents: operation=" + operation);
        };
    }

    private static List<Long> take(IndexExtents extents, Request request) {
        request.require(Words.bytes(FIRST_WORD + 3));
        long size = word(request, FIRST_WORD);
        long number = word(request, FIRST_WORD + 1);
        if (size < 0
                || size >= ExtentPointer.SIZES
                || number < 1
                || number > ExtentRequest.MOST_EXTENTS) {
            throw new MalformedException("no extents: size=" + size + ", number=" + number);
        }
        boolean publishes = word(request, FIRST_WORD + 2) == 1;
        List<Long> inHand = words(request, FIRST_WORD + 3);
        join(extents, request.peer()); // A client may need an extent to correct a page it reads.
        return extents.take(request.peer(), (int) size, (int) number, publishes, inHand);
    }

    private static void join(IndexExtents extents, Peer peer) {
        extents.join(peer, () -> peer.connection().isGone());
    }

    /** The extents of an index. */
    IndexExtents extents(long index) {
        context.checkIndex(index);
        return indexes.computeIfAbsent(
                index,
                id ->
                        new IndexExtents(
                                context.server(),
                                new ExtentAllocator(
                                        (wanted, least) -> context.grant(id, wanted, least))));
    }

    /** The words of a request from one on. */
    private static List<Long> words(Request request, int from) {
        List<Long> words = new ArrayList<>();
        for (int i = from; i < request.length() / Long.BYTES; i++) {
            words.add(word(request, i));
        }
        return words;
    }

    private static long word(Request request, int i) {
        return Words.get(request.memory(), Request.PAYLOAD, i);
    }
}
