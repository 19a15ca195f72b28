package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.socket.IoLoop;
import dev.mangrove.fabric.verbs.control.ConnectionEnd;
import dev.mangrove.fabric.verbs.control.ControlConnection;
import dev.mangrove.fabric.verbs.control.ControlMessage;
import dev.mangrove.fabric.verbs.device.CompletionQueue;
import dev.mangrove.fabric.verbs.device.Device;
import dev.mangrove.fabric.verbs.device.GidInfo;
import dev.mangrove.fabric.verbs.device.QueuePair;
import dev.mangrove.fabric.verbs.device.VerbsCallException;
import dev.mangrove.fabric.verbs.ring.MessageMemory;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.BitSet;

/**
 * The server's side of a control connection: it accepts the client's queue pair, attaches regions,
 * and executes atomics on words whose arbiter is its processor. On the I/O thread.
 */
final class ServerConversation implements ControlConnection.ControlListener {
    private static final System.Logger LOG = System.getLogger(ServerConversation.class.getName());

    private final VerbsFabric fabric;
    private final VerbsRegions regions;
    private final VerbsInbox inbox;
    private final long number;
    private final String peer;
    private final SocketChannel socket;
    private final ControlConnection control;
    private final BitSet opened = new BitSet();
    private @Nullable VerbsConnection connection;

    ServerConversation(
            VerbsFabric fabric,
            VerbsRegions regions,
            VerbsInbox inbox,
            long number,
            String peer,
            SelectionKey key,
            IoLoop loop) {
        this.fabric = fabric;
        this.regions = regions;
        this.inbox = inbox;
        this.number = number;
        this.peer = peer;
        this.socket = (SocketChannel) key.channel();
        this.control = new ControlConnection(socket, loop, this);
    }

    ControlConnection control() {
        return control;
    }

    @Override
    public void received(ControlMessage message) {
        VerbsConnection made = connection;
        if (message.type() == ControlMessage.OFFER && made == null) {
            accept(message.end());
        } else if (made == null) {
            control.endWith("the client's first message was not OFFER");
        } else {
            serve(message, made);
        }
    }

    private void serve(ControlMessage message, VerbsConnection made) {
        switch (message.type()) {
            case ControlMessage.READY -> inbox.announceFromOutside(made);
            case ControlMessage.ATTACH -> attach(message.word(0), message.word(1));
            case ControlMessage.ATOMIC -> control.send(made.carryOut(() -> atomic(message)));
            default -> control.endWith("the client broke the protocol");
        }
    }

    private void attach(long region, long key) {
        if (regions.opens(region, key)) {
            opened.set((int) region);
        }
        control.send(regions.attach(region, key));
    }

    private ControlMessage atomic(ControlMessage message) {
        long address = message.word(0);
        return opened.get(Address.region(address))
                ? regions.atomic(address, message.word(1), message.word(2), message.word(3))
                : ControlMessage.result(0, false);
    }

    private void accept(ConnectionEnd client) {
        try {
            connection = inbox.admit((pool, memory) -> make(client, pool, memory));
        } catch (FabricException | VerbsCallException e) {
            LOG.log(System.Logger.Level.WARNING, "{0} refused: {1}", peer, e.getMessage());
            control.send(ControlMessage.refuse(String.valueOf(e.getMessage())));
            control.endWith("the connection was refused");
        }
    }

    private VerbsConnection make(ConnectionEnd client, ReceivePool pool, MessageMemory memory) {
        Device device = fabric.device();
        CompletionQueue queue = new CompletionQueue(device, ServerSends.MOST);
        QueuePair pair = null;
        try {
            pair =
                    new QueuePair(
                            device,
                            new QueuePair.Plan(
                                    fabric.port(),
                                    queue,
                                    pool.queue(),
                                    pool.receives(),
                                    ServerSends.MOST,
                                    0,
                                    ServerSends.inline(),
                                    1));
            ConnectionEnd own =
                    ConnectionEnd.of(
                                    device.info(),
                                    fabric.port(),
                                    gid(GidInfo.ofPeer(client.gid())),
                                    pair,
                                    fabric.host().random().nextInt())
                            .with(
                                    memory.ring().address(),
                                    memory.remoteKey(),
                                    memory.creditAddress(),
                                    memory.remoteKey());
            pair.connect(own, client);
            ServerSends sends = new ServerSends(pair, queue, memory, client);
            control.send(ControlMessage.end(ControlMessage.ACCEPT, own));
            return new VerbsConnection(
                    number, peer, inbox, pool, pair.number(), memory.ring(), sends, control);
        } catch (RuntimeException e) {
            if (pair != null) {
                pair.close();
            }
            queue.close();
            throw e;
        }
    }

    private GidInfo gid(GidInfo client) {
        try {
            InetSocketAddress local = (InetSocketAddress) socket.getLocalAddress();
            return fabric.gidFor(local.getAddress(), client);
        } catch (IOException e) {
            throw new FabricException(
                    FabricException.Kind.PEER_LOST, "connection lost: " + peer, e);
        }
    }

    @Override
    public void ended(String reason) {
        VerbsConnection made = connection;
        if (made != null) {
            made.end(reason);
        }
    }

    @Override
    public void expired() {
        if (connection == null) {
            control.endWith("the client sent no OFFER in time");
        }
    }
}
