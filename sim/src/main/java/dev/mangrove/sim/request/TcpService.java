package dev.mangrove.sim.request;

import dev.mangrove.fabric.Verb;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.WaitPoint;
import dev.mangrove.sim.hardware.Profile;

import java.util.ArrayDeque;

/**
 * A thread of the server's host that models the kernel and the provider: it serves requests that
 * arrive over TCP.
 */
final class TcpService extends WaitPoint {
    /** Beyond every run; the service waits until something arrives. */
    private static final long LONGEST_WAIT_NANOS = 1_000_000_000_000L;

    private final SimHost host;
    private final ArrayDeque<SimRequest> queue = new ArrayDeque<>();
    private final long messageCost;
    private final long answerCost;
    private final long byteCost;
    private boolean closed;

    TcpService(SimHost host, int number) {
        this.host = host;
        Profile profile = host.cluster().profile();
        messageCost = profile.picos("tcp.receive_ns");
        answerCost = profile.picos("tcp.send_ns");
        byteCost = profile.picos("tcp.byte_ns");
        host.start("tcp-" + number, this::serve);
    }

    void add(SimRequest request) {
        queue.add(request);
        news();
    }

    void close() {
        closed = true;
        news();
    }

    @Override
    public boolean isReached() {
        return closed || !queue.isEmpty();
    }

    private void serve() {
        while (!closed) {
            host.cluster().caller().await(this, LONGEST_WAIT_NANOS, 0);
            for (SimRequest next = queue.poll(); next != null; next = queue.poll()) {
                host.charge(
                        messageCost
                                + (next.verb == Verb.SEND ? 0 : answerCost)
                                + next.length * byteCost);
                next.effect();
            }
        }
        queue.forEach(SimRequest::recycle);
    }
}
