package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.host.VitalThread;
import dev.mangrove.fabric.socket.Acceptor;
import dev.mangrove.fabric.socket.IoLoop;
import dev.mangrove.fabric.socket.SocketSetup;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A server's half: a listening socket, one thread for the clients' TCP connections, the regions and
 * the inboxes. A second thread checks every {@link #PATROL_NANOS} whether queue pairs have failed.
 */
final class VerbsTarget implements Target {
    private static final System.Logger LOG = System.getLogger(VerbsTarget.class.getName());

    /** Chosen: as for TCP. */
    private static final int BACKLOG = 512;

    /** Chosen: as for TCP, a thread that is left hangs. */
    private static final long JOIN_NANOS = 10_000_000_000L;

    /**
     * Time between two checks of all queue pairs. Chosen: a failure is found well within the
     * promised two seconds.
     */
    private static final long PATROL_NANOS = 250_000_000;

    private final VerbsFabric fabric;
    private final URI uri;
    private final IoLoop loop;
    private final VerbsRegions regions;
    private final List<VerbsInbox> inboxes = new ArrayList<>();
    private final List<Host.Task> tasks = new ArrayList<>();
    private final Host.Signal stop;
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicBoolean closed = new AtomicBoolean();

    VerbsTarget(VerbsFabric fabric, TargetOptions options) {
        this.fabric = fabric;
        this.regions = new VerbsRegions(fabric.device());
        VerbsLocation location = VerbsLocation.of(options.location());
        InetSocketAddress address = location.address();
        if (options.secret() == null && !address.getAddress().isLoopbackAddress()) {
            throw new FabricException(
                    Kind.REFUSED,
                    "without a secret a target listens on loopback addresses only; give one"
                            + " (serve: --secret-file FILE, or MANGROVE_SECRET): "
                            + options.location());
        }
        Host host = fabric.host();
        stop = host.signal();
        try {
            loop = new IoLoop(host, 0);
        } catch (IOException e) {
            throw cannotListen(options, e);
        }
        try {
            uri = location.uri(listen(address, options));
        } catch (IOException e) {
            loop.discard();
            throw cannotListen(options, e);
        }
        for (int i = 0; i < options.inboxes(); i++) {
            inboxes.add(new VerbsInbox(host, fabric.device()));
        }
        String name = VerbsFabric.THREAD_NAME + uri.getPort();
        tasks.add(VitalThread.start(host, name, loop, this::lost));
        tasks.add(VitalThread.start(host, name + "-patrol", this::patrol, this::lost));
    }

    /** Closes the target: without its threads it can neither accept nor remove clients. */
    private void lost(Throwable cause) {
        LOG.log(System.Logger.Level.ERROR, "a thread of " + uri + " has failed", cause);
        inboxes.forEach(VerbsInbox::end);
    }

    private static FabricException cannotListen(TargetOptions options, IOException e) {
        return new FabricException(
                Kind.REFUSED, "cannot listen at " + options.location() + ": " + e.getMessage(), e);
    }

    private int listen(InetSocketAddress address, TargetOptions options) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            listener.bind(address, BACKLOG);
            new Acceptor(
                    VerbsLocation.SCHEME, listener, List.of(loop), options.secret(), this::admit);
            int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
            SocketSetup.giveUpVanishedPeers(port);
            return port;
        } catch (IOException e) {
            listener.close();
            throw e;
        }
    }

    /** A client has proved the secret; it has a limited time to send OFFER. On the I/O thread. */
    private void admit(SelectionKey key, String peer, IoLoop io) {
        long number = numbers.incrementAndGet();
        VerbsInbox inbox = inboxes.get((int) (number % inboxes.size()));
        ServerConversation reception =
                new ServerConversation(fabric, regions, inbox, number, peer, key, io);
        key.attach(reception.control());
        io.limit(key, reception.control());
    }

    private void patrol() {
        while (!stop.await(PATROL_NANOS)) {
            for (VerbsInbox inbox : inboxes) {
                inbox.connections().forEach(VerbsConnection::check);
            }
        }
    }

    @Override
    public URI uri() {
        return uri;
    }

    @Override
    public Region allocate(int id, long size, Placement placement) {
        checkOpen();
        return regions.allocate(id, size, placement);
    }

    @Override
    public void register(Region region) {
        checkOpen();
        regions.register(region);
    }

    @Override
    public void release(Region region) {
        checkOpen();
        regions.release(region);
    }

    @Override
    public Inbox inbox(int index) {
        return inboxes.get(index);
    }

    private void checkOpen() {
        if (closed.get()) {
            throw new FabricException(Kind.CLOSED, "target is closed: " + uri);
        }
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        for (VerbsInbox inbox : inboxes) {
            inbox.connections().forEach(VerbsConnection::close);
        }
        stop.raise();
        loop.stop();
        for (Host.Task task : tasks) {
            if (!task.join(JOIN_NANOS)) {
                throw new IllegalStateException("thread does not end: " + uri);
            }
        }
        inboxes.forEach(VerbsInbox::close);
        regions.close();
        fabric.forget(this);
    }
}
