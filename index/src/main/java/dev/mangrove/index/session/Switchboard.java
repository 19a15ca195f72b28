package dev.mangrove.index.session;

import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.MessageHandler;
import dev.mangrove.index.wire.Header;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** One thread's links over one fabric; delivers each message to the call that waits for it. */
final class Switchboard implements AutoCloseable {
    /**
     * Longest wait between two checks of the server's heartbeats. Chosen: as often as an idle
     * server sends one.
     */
    private static final long SLICE_NANOS = 100_000_000;

    /** Request ids have 8 bits for the link; a pool has at most 256 servers. */
    private static final int MOST_LINKS = 256;

    private final Endpoint endpoint;
    private final MessageHandler dispatcher = this::dispatch;
    private final List<Channel> aside = new CopyOnWriteArrayList<>();
    private @Nullable Link[] links = new Link[4];

    Switchboard(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Connects; the caller sends HELLO. */
    Link connect(URI uri, UnaskedHandler unasked) {
        int index = freeIndex();
        Link link = new Link(this, endpoint.connect(uri), index, unasked);
        links[index] = link;
        return link;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /**
     * Delivers the messages that have arrived. A failed link does not stop the others: it is
     * removed from the endpoint, and its users get its failure.
     */
    int receive() {
        try {
            return endpoint.receive(dispatcher);
        } catch (FabricException e) {
            if (!dropFailedLinks()) {
                throw e;
            }
            return 0;
        }
    }

    /** Waits until a message has arrived, at most the given time. */
    boolean awaitMessage(long nanos) {
        return endpoint.awaitMessage(nanos);
    }

    /** Waits for the whole answer to a call. Each part restarts the time limit. */
    void await(Call call) {
        long limit = endpoint.timeoutNanos();
        long parts = -1;
        long since = 0;
        while (!call.isDone()) {
            boolean any = endpoint.awaitMessage(Math.min(SLICE_NANOS, limit));
            receive();
            if (call.isDone()) {
                return;
            }
            call.link().checkOpen();
            if (!any) {
                checkThere(call.link());
            }
            long now = endpoint.host().nanoTime();
            if (call.received() != parts) {
                parts = call.received();
                since = now;
            } else if (now - since >= limit) {
                throw new FabricException(
                        Kind.TIMEOUT,
                        "no answer to a request of kind "
                                + call.kind()
                                + " from "
                                + call.link().title()
                                + " within "
                                + limit / 1_000_000
                                + " ms");
            }
        }
    }

    /** Removes a closed link. */
    void forget(Link link) {
        for (int i = 0; i < links.length; i++) {
            if (links[i] == link) {
                links[i] = null;
            }
        }
    }

    /** Closes all links; from any thread. */
    @Override
    public void close() {
        endpoint.close();
        aside.forEach(Channel::close);
    }

    private static void checkThere(Link link) {
        RemoteServer remote = link.remote();
        if (remote != null) {
            remote.checkThere();
        }
    }

    /**
     * Removes failed links; false if there are none, which means that the endpoint itself is
     * closed.
     */
    private boolean dropFailedLinks() {
        boolean dropped = false;
        for (int i = 0; i < links.length; i++) {
            Link link = links[i];
            FabricException failure = link == null ? null : link.channel().failure();
            if (link != null && failure != null && failure.kind() != Kind.CLOSED) {
                links[i] = null;
                drop(link);
                dropped = true;
            }
        }
        return dropped;
    }

    /**
     * Removes a failed link from the endpoint. Memory that is used in place stays mapped, as its
     * users check for failures only at the end of an operation.
     */
    private void drop(Link link) {
        if (link.isInPlace()) {
            endpoint.setAside(link.channel());
            aside.add(link.channel());
        } else {
            link.channel().close();
        }
    }

    private void dispatch(Channel from, MemorySegment memory, long offset, int length) {
        if (length < Header.BYTES || Header.version(memory, offset) != Header.VERSION) {
            return;
        }
        long request = Header.request(memory, offset);
        if (request == Header.UNASKED) {
            Link link = linkOf(from);
            if (link != null) {
                int kind = Header.kind(memory, offset);
                link.unasked()
                        .onUnasked(
                                link, kind, memory, offset + Header.BYTES, length - Header.BYTES);
            }
            return;
        }
        int index = Link.linkOf(request);
        Link link = index < links.length ? links[index] : null;
        if (link != null && link.channel().equals(from)) {
            Call call = link.callOf(request);
            if (call != null) {
                call.accept(request, memory, offset, length);
            }
        }
    }

    private @Nullable Link linkOf(Channel channel) {
        for (Link link : links) {
            if (link != null && link.channel().equals(channel)) {
                return link;
            }
        }
        return null;
    }

    private int freeIndex() {
        for (int i = 0; i < links.length; i++) {
            if (links[i] == null) {
                return i;
            }
        }
        if (links.length == MOST_LINKS) {
            throw new IllegalStateException(
                    "too many links: close a session; links=" + links.length);
        }
        int index = links.length;
        links = java.util.Arrays.copyOf(links, links.length * 2);
        return index;
    }
}
