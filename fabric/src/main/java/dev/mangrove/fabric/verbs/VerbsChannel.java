package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.MessageHandler;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.tcp.ProtocolException;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.SocketChannel;

/**
 * A client's half of one connection. Its methods are called by the endpoint's thread under the
 * endpoint's lock, but for {@link #heard}, {@link #ended} and {@link #end}.
 */
final class VerbsChannel extends Channel implements ControlConnection.Listener {
    private static final System.Logger LOG = System.getLogger(VerbsChannel.class.getName());

    private final VerbsEndpoint endpoint;
    private final ControlConnection control;
    private final CompletionQueue queue;
    private final QueuePair pair;
    private final MemorySegment ring;
    private final RingReader reader;
    private final ReceiveChain receives = new ReceiveChain();
    private final RemoteRegions regions = new RemoteRegions();
    private final ClientSends sends;
    private ConnectionEnd own;
    private @Nullable Suspicion suspicion;
    private volatile @Nullable ControlMessage answer;
    private volatile @Nullable String lost;
    private boolean asking;
    private boolean isShut;
    private boolean freed;

    private VerbsChannel(
            VerbsEndpoint endpoint,
            URI peer,
            SocketChannel socket,
            CompletionQueue queue,
            QueuePair pair,
            GidInfo gid,
            MemorySegment ring) {
        super(endpoint, peer, endpoint.fabric().capabilities());
        this.endpoint = endpoint;
        this.queue = queue;
        this.pair = pair;
        this.ring = ring;
        this.reader = new RingReader(ring);
        this.sends = new ClientSends(this, pair, regions, endpoint.memory());
        this.control = new ControlConnection(socket, endpoint.fabric().clientLoop(), this);
        VerbsFabric fabric = endpoint.fabric();
        Registration memory = endpoint.memory().find(ring.address(), ring.byteSize());
        if (memory == null) {
            throw new AssertionError("a ring is registered");
        }
        own =
                ConnectionEnd.of(
                                fabric.device().info(),
                                fabric.port(),
                                gid,
                                pair,
                                fabric.host().random().nextInt())
                        .with(ring.address(), memory.remoteKey(), 0, 0);
    }

    /** Makes a queue pair beside a TCP connection. */
    static VerbsChannel create(VerbsEndpoint endpoint, URI peer, SocketChannel socket) {
        VerbsFabric fabric = endpoint.fabric();
        Device device = fabric.device();
        CompletionQueue queue = null;
        QueuePair pair = null;
        try {
            InetSocketAddress local = (InetSocketAddress) socket.getLocalAddress();
            GidInfo gid = fabric.gidFor(local.getAddress());
            int receives = RingWindow.RECORDS + ClientSends.MOST_CREDITS;
            queue = CompletionQueue.waking(device, ClientSends.MOST + receives, endpoint.events());
            pair =
                    new QueuePair(
                            device,
                            new QueuePair.Plan(
                                    fabric.port(),
                                    queue,
                                    queue,
                                    0,
                                    ClientSends.MOST,
                                    receives,
                                    ClientSends.INLINE));
            MemorySegment ring = endpoint.memory().takeRing();
            VerbsChannel channel = new VerbsChannel(endpoint, peer, socket, queue, pair, gid, ring);
            channel.receives.post(receives, pair::postReceives);
            return channel;
        } catch (IOException | RuntimeException e) {
            if (pair != null) {
                pair.close();
            }
            if (queue != null) {
                queue.close();
            }
            closeQuietly(socket);
            throw e instanceof FabricException failure
                    ? failure
                    : new FabricException(
                            Kind.PEER_LOST, "cannot connect to " + peer + ": " + e, e);
        }
    }

    static void closeQuietly(SocketChannel socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing a socket failed: {0}", e.getMessage());
        }
    }

    /** Exchanges addresses with the server; waits, without the lock. */
    void connect() {
        control.start();
        ControlMessage accepted = ask(ControlMessage.end(ControlMessage.OFFER, own), "connect");
        if (accepted.type() == ControlMessage.REFUSE) {
            throw fail(
                    new FabricException(
                            Kind.REFUSED, peer() + " refused the connection: " + accepted.text()));
        }
        if (accepted.type() != ControlMessage.ACCEPT) {
            throw broken("it does not accept");
        }
        ConnectionEnd server = accepted.end();
        synchronized (endpoint.lock()) {
            checkOpen();
            try {
                pair.connect(own, server);
            } catch (VerbsCallException e) {
                throw fail(
                        new FabricException(
                                Kind.PEER_LOST, "cannot reach " + peer() + ": " + e.getMessage()));
            }
            sends.connected(server);
        }
        control.say(ControlMessage.ready());
    }

    /** Asks the server something over TCP and waits for the answer; without the lock. */
    private ControlMessage ask(ControlMessage question, String what) {
        asking = true;
        answer = null;
        control.say(question);
        endpoint.await(() -> answer != null, this, what);
        asking = false;
        ControlMessage got = answer;
        answer = null;
        if (got == null) {
            throw new AssertionError("woken without an answer");
        }
        return got;
    }

    @Override
    public void heard(ControlMessage message) {
        answer = message;
        endpoint.wakeUp();
    }

    @Override
    public void ended(String reason) {
        lost = reason;
        endpoint.wakeUp();
    }

    @Override
    public Batch batch(int capacity) {
        return new VerbsBatch(this, sends, capacity);
    }

    @Override
    public MemorySegment direct(RegionHandle region) {
        throw new FabricException(
                Kind.UNSUPPORTED,
                "no direct access over RDMA: region " + region.id() + " of " + peer());
    }

    @Override
    protected void doAttach(RegionHandle region) {
        ControlMessage attached =
                ask(
                        ControlMessage.attach(region.id(), region.key()),
                        "attach of region " + region.id());
        if (attached.type() != ControlMessage.ATTACHED || attached.word(0) != region.id()) {
            throw broken("it attached what was not asked for");
        }
        if (attached.word(1) != region.size()) {
            throw fail(
                    new FabricException(
                            Kind.BAD_KEY,
                            "attach of region "
                                    + region.id()
                                    + " of "
                                    + peer()
                                    + ": the key does not open "
                                    + region.size()
                                    + " bytes"));
        }
        regions.add(region.id(), attached.word(2), attached.regionKey(), attached.isServed());
    }

    /** Puts a batch in line and posts what there is room for. */
    void post(VerbsBatch batch) {
        synchronized (endpoint.lock()) {
            if (isOpen()) {
                sends.post(batch);
            }
        }
    }

    /** Asks for an event at the next completion. */
    void arm() {
        if (!freed) {
            queue.arm();
        }
    }

    /** Takes what has come and posts what has room now; whether anything happened. */
    boolean progress() {
        if (!isOpen()) {
            return shut();
        }
        String why = lost; // Before the queue: what came before the end is taken first.
        boolean news = takeCompletions();
        if (isOpen()) {
            news |= takeAnswer();
            if (why != null) {
                fail(new FabricException(Kind.PEER_LOST, "lost " + peer() + ": " + why));
            }
        }
        if (!isOpen()) {
            shut();
            return true;
        }
        if (suspicion == null) {
            sends.pump();
        }
        return news;
    }

    private boolean takeCompletions() {
        boolean news = false;
        int number;
        do {
            number = queue.poll();
            int received = 0;
            for (int i = 0; i < number; i++) {
                if (queue.status(i) != Ibv.STATUS_SUCCESS) {
                    failed(queue.status(i), queue.id(i));
                } else if ((queue.opcode(i) & Ibv.COMPLETED_RECEIVE) != 0) {
                    received++;
                    received(queue.opcode(i), queue.immediate(i));
                } else {
                    sends.completed();
                }
            }
            if (received > 0 && isOpen()) {
                receives.post(received, pair::postReceives);
            }
            news |= number > 0;
        } while (number == CompletionQueue.MOST);
        return news;
    }

    private void received(int opcode, int immediate) {
        try {
            if (opcode == Ibv.COMPLETED_RECEIVE_WRITE) {
                reader.message(immediate);
            } else if (!sends.window().take(immediate)) {
                throw new ProtocolException("credit beyond the window");
            }
        } catch (ProtocolException e) {
            fail(corrupt(e.getMessage()));
        }
    }

    /**
     * A request has failed. Of those flushed with it nothing is said. A server that dies may take
     * its memory from the device before its connections end, so it is asked about the region.
     */
    private void failed(int status, long id) {
        if (suspicion != null || !isOpen() || status == Ibv.STATUS_FLUSHED) {
            return;
        }
        Verb verb = sends.verbOf(id);
        String text = endpoint.fabric().device().library().statusText(status);
        if (verb == null || verb == Verb.SEND || !isRemote(status)) {
            fail(
                    new FabricException(
                            Kind.PEER_LOST,
                            "lost "
                                    + peer()
                                    + ": "
                                    + (verb == null ? "credit" : sends.describe(id))
                                    + ": "
                                    + text));
            return;
        }
        suspicion = new Suspicion(verb, sends.addressOf(id), sends.lengthOf(id), text);
    }

    private static boolean isRemote(int status) {
        return status == Ibv.STATUS_REMOTE_ACCESS
                || status == Ibv.STATUS_REMOTE_INVALID_REQUEST
                || status == Ibv.STATUS_REMOTE_OPERATION;
    }

    /** Takes the answer to a question that nobody waits for in {@link #ask}. */
    private boolean takeAnswer() {
        Suspicion open = suspicion;
        if (asking) {
            return answer != null;
        }
        ControlMessage got = answer;
        if (got != null) {
            answer = null;
            if (open != null && open.asked) {
                settle(open, got);
            } else if (!sends.served(got)) {
                fail(corrupt("an answer that was not asked for"));
            }
            return true;
        }
        if (open != null && !open.asked && !sends.isServing()) {
            open.asked = true;
            RegionHandle region = regionOf(open.verb, open.address, open.length);
            control.say(ControlMessage.attach(region.id(), region.key()));
        }
        return false;
    }

    private void settle(Suspicion open, ControlMessage got) {
        boolean there = got.type() == ControlMessage.ATTACHED && got.word(1) != 0;
        fail(
                there ? Kind.OUT_OF_BOUNDS : Kind.BAD_KEY,
                open.verb,
                open.address,
                open.length,
                open.text
                        + (there
                                ? ""
                                : ": region " + Address.region(open.address) + " is not there"));
    }

    /** Has the server's processor carry out an atomic. */
    void serve(Verb verb, long address, long operand, long replacement) {
        control.say(ControlMessage.atomic(address, verb.code(), operand, replacement));
    }

    /** A request could not be carried out by the server's processor. */
    void notServed(Verb verb, long address) {
        fail(Kind.BAD_KEY, verb, address, Long.BYTES, "region is not there any more");
    }

    /** The driver does not take requests. */
    void notPosted(int error) {
        fail(
                new FabricException(
                        Kind.CORRUPT, "queue pair to " + peer() + " takes no requests: " + error));
    }

    /** Names a request. */
    String name(Verb verb, long address, int length) {
        return describe(verb, address, length);
    }

    private FabricException broken(String what) {
        return fail(corrupt(what));
    }

    private FabricException corrupt(@Nullable String what) {
        return new FabricException(Kind.CORRUPT, peer() + " broke the protocol: " + what);
    }

    /** Nothing came within the time limit. */
    FabricException timedOut(String what) {
        return fail(
                new FabricException(
                        Kind.TIMEOUT,
                        what
                                + " of "
                                + peer()
                                + ": no answer within "
                                + endpoint.timeoutNanos() / 1_000_000
                                + " ms"));
    }

    /** Whether a message waits or the channel has failed. */
    boolean hasNews() {
        return !reader.isEmpty() || !isOpen();
    }

    /** Hands over the messages that have arrived; without the lock. */
    int receive(MessageHandler handler) {
        int handed = 0;
        while (!reader.isEmpty()) {
            long offset;
            try {
                offset = reader.offset();
            } catch (ProtocolException e) {
                fail(corrupt(e.getMessage()));
                return handed;
            }
            meter().received(reader.length());
            handed++;
            try {
                handler.onMessage(this, ring, offset, reader.length());
            } finally {
                reader.release();
            }
        }
        if (reader.isCreditDue()) {
            synchronized (endpoint.lock()) {
                if (isOpen()) {
                    sends.credit(reader.credit());
                }
            }
        }
        return handed;
    }

    @Override
    public void close() {
        end("channel is closed");
        endpoint.remove(this);
    }

    /** Fails the channel with {@code CLOSED} and ends the connection; from any thread. */
    void end(String text) {
        fail(new FabricException(Kind.CLOSED, text + ": " + peer()));
        synchronized (endpoint.lock()) {
            shut();
        }
        endpoint.wakeUp();
    }

    /** Ends the connection of a channel that has failed; false if that was done before. */
    private boolean shut() {
        if (isShut) {
            return false;
        }
        isShut = true;
        if (!freed) {
            pair.fail();
        }
        sends.abandon();
        control.close();
        return true;
    }

    /** Frees what the channel holds; under the lock. */
    void free() {
        if (freed) {
            return;
        }
        freed = true;
        pair.close();
        endpoint.events().takeEvents();
        queue.close();
        endpoint.memory().giveRing(ring);
    }

    /** A request that failed at the server, until it is known why. */
    private static final class Suspicion {
        final Verb verb;
        final long address;
        final int length;
        final String text;
        boolean asked;

        Suspicion(Verb verb, long address, int length, String text) {
            this.verb = verb;
            this.address = address;
            this.length = length;
            this.text = text;
        }
    }
}
