package dev.mangrove.server.service;

import dev.mangrove.index.wire.BytesKind;
import dev.mangrove.index.wire.MalformedException;
import dev.mangrove.index.wire.SpatialKind;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.request.Peer;
import dev.mangrove.server.request.Request;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The bodies of requests that were too long for one message; see {@link BytesKind} and {@link
 * SpatialKind}.
 */
final class StagedBodies {
    private static final int STAGE_WORDS = 3;

    private final int longest;
    private final Map<Peer, byte[]> staged = new ConcurrentHashMap<>();

    /**
     * Creates a stage.
     *
     * @param longest most bytes of a body
     */
    StagedBodies(int longest) {
        this.longest = longest;
    }

    /** Takes a part of a body. */
    void stage(Request request) {
        request.require(Words.bytes(STAGE_WORDS));
        long total = Words.get(request.memory(), Request.PAYLOAD, 1);
        long position = Words.get(request.memory(), Request.PAYLOAD, 2);
        int length = request.length() - Words.bytes(STAGE_WORDS);
        if (total < 0 || total > longest || position < 0 || position > total - length) {
            throw new MalformedException("no part of a body: total=" + total);
        }
        byte[] body =
                staged.compute(
                        request.peer(),
                        (_, old) ->
                                old == null || old.length != total || position == 0
                                        ? new byte[(int) total]
                                        : old);
        copy(request, STAGE_WORDS, body, (int) position, length);
    }

    /** The body of a request with so many words and bytes behind them. */
    byte[] body(Request request, int words, long length) {
        if (length < 0 || length > longest) {
            throw new MalformedException("no length of a body: length=" + length);
        }
        byte @Nullable [] ahead = staged.remove(request.peer());
        int here = request.length() - Words.bytes(words);
        if (here == 0 && length > 0 && ahead != null && ahead.length == length) {
            return ahead;
        }
        if (here != length) {
            throw new MalformedException("body of " + here + " bytes instead of " + length);
        }
        byte[] body = new byte[here];
        copy(request, words, body, 0, here);
        return body;
    }

    /** A connection has ended. */
    void departed(Peer peer) {
        staged.remove(peer);
    }

    private static void copy(Request from, int words, byte[] to, int position, int length) {
        MemorySegment.copy(
                from.memory(),
                ValueLayout.JAVA_BYTE,
                (long) Request.PAYLOAD + Words.bytes(words),
                to,
                position,
                length);
    }
}
