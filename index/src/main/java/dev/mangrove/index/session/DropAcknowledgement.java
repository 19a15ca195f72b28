package dev.mangrove.index.session;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Words;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Tells one server that this client has stopped to write to indexes that were dropped there. Used
 * by the listener's thread; it never waits.
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

    /** Goes on as far as possible. */
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

    /** Notes which threads may have started to write before they could learn of the drops. */
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

    /** Whether a thread was outside since, or its session cannot write any more. */
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
