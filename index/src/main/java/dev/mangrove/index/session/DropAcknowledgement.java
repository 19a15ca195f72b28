package dev.mangrove.index.session;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Words;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Acknowledges to one server that this client no longer writes to indexes that were dropped there.
 * Used by the listener's thread; never waits.
 */
final class DropAcknowledgement {
    private final Pool pool;
    private final RemoteServer server;
    private final Link link;
    private final List<Inside> inside = new ArrayList<>();
    private long told;
    private long telling;
    private @Nullable Call call;

    DropAcknowledgement(Pool pool, RemoteServer server, Link link) {
        this.pool = pool;
        this.server = server;
        this.link = link;
    }

    /** Advances as far as possible without waiting. */
    void advance() {
        if (telling == told) {
            begin();
        }
        if (telling != told && call == null) {
            inside.removeIf(this::hasLeft);
            if (inside.isEmpty()) {
                tell();
            }
        } else if (call != null && call.poll()) {
            end(call);
        }
    }

    /** Notes the threads that may have begun to write before they could see the new count. */
    private void begin() {
        telling = server.drops();
        if (telling != told) {
            pool.sessions().forEach(this::note);
        }
    }

    private void note(Session session) {
        long count = session.writes().count();
        if (WriteSections.isInside(count)) {
            inside.add(new Inside(session, count));
        }
    }

    /** Whether a thread has been outside since, or its session can no longer write. */
    private boolean hasLeft(Inside before) {
        return before.session.writes().count() != before.count
                || !pool.sessions().contains(before.session);
    }

    private void tell() {
        Call next = link.call(Words.bytes(1));
        call = next;
        next.send(MessageKind.DROPS_SEEN, Words.write(next.request(), Call.PAYLOAD, telling));
    }

    private void end(Call answered) {
        call = null;
        try (answered) {
            answered.await();
            told = telling;
        } catch (FabricException e) {
            telling = told; // The link is gone, as the listener will see.
        }
    }

    /** A thread that was writing when its count was read. */
    private record Inside(Session session, long count) {}
}
