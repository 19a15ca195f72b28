package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.verbs.control.ConnectionEnd;
import dev.mangrove.fabric.verbs.device.CompletionQueue;
import dev.mangrove.fabric.verbs.device.Device;
import dev.mangrove.fabric.verbs.device.GidInfo;
import dev.mangrove.fabric.verbs.device.QueuePair;
import dev.mangrove.fabric.verbs.device.ReceiveChain;
import dev.mangrove.fabric.verbs.device.Registration;
import dev.mangrove.fabric.verbs.ring.RingWindow;

import java.lang.foreign.MemorySegment;

/**
 * The device objects of a client's channel: queue pair, completion queue, posted receives and the
 * ring that the server writes messages to. Under the endpoint's lock.
 */
final class ClientQueues {
    /** Receives that are always posted. */
    private static final int RECEIVES = RingWindow.RECORDS + ClientSends.MOST_CREDITS;

    private final VerbsEndpoint endpoint;
    private final CompletionQueue completions;
    private final QueuePair pair;
    private final MemorySegment ring;
    private final ReceiveChain receives = new ReceiveChain();
    private boolean freed;

    private ClientQueues(
            VerbsEndpoint endpoint,
            CompletionQueue completions,
            QueuePair pair,
            MemorySegment ring) {
        this.endpoint = endpoint;
        this.completions = completions;
        this.pair = pair;
        this.ring = ring;
    }

    /** Creates the objects; the queue pair is connected later. */
    static ClientQueues create(VerbsEndpoint endpoint) {
        VerbsFabric fabric = endpoint.fabric();
        Device device = fabric.device();
        CompletionQueue completions =
                CompletionQueue.waking(device, ClientSends.MOST + RECEIVES, endpoint.events());
        QueuePair pair = null;
        try {
            pair =
                    new QueuePair(
                            device,
                            new QueuePair.Plan(
                                    fabric.port(),
                                    completions,
                                    completions,
                                    0,
                                    ClientSends.MOST,
                                    RECEIVES,
                                    ClientSends.INLINE,
                                    fabric.capabilities().localPieces()));
            ClientQueues queues =
                    new ClientQueues(endpoint, completions, pair, endpoint.memory().takeRing());
            queues.received(RECEIVES);
            return queues;
        } catch (RuntimeException e) {
            if (pair != null) {
                pair.close();
            }
            completions.close();
            throw e;
        }
    }

    CompletionQueue completions() {
        return completions;
    }

    QueuePair pair() {
        return pair;
    }

    MemorySegment ring() {
        return ring;
    }

    /** The description of this end that the server needs. */
    ConnectionEnd end(GidInfo gid) {
        VerbsFabric fabric = endpoint.fabric();
        Registration memory = endpoint.memory().find(ring.address(), ring.byteSize());
        if (memory == null) {
            throw new AssertionError("a ring is registered");
        }
        return ConnectionEnd.of(
                        fabric.device().info(),
                        fabric.port(),
                        gid,
                        pair,
                        fabric.host().random().nextInt())
                .with(ring.address(), memory.remoteKey(), 0, 0);
    }

    /** Posts {@code number} receives in place of consumed ones. */
    void received(int number) {
        receives.post(number, pair::postReceives);
    }

    /** Asks for an event at the next completion. */
    void arm() {
        if (!freed) {
            completions.arm();
        }
    }

    /** Moves the queue pair to the error state: outstanding requests fail. */
    void fail() {
        if (!freed) {
            pair.fail();
        }
    }

    void free() {
        if (freed) {
            return;
        }
        freed = true;
        pair.close();
        endpoint.events().takeEvents();
        completions.close();
        endpoint.memory().giveRing(ring);
    }
}
