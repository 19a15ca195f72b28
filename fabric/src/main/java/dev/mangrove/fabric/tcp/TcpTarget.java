package dev.mangrove.fabric.tcp;

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
import dev.mangrove.fabric.socket.Handshake;
import dev.mangrove.fabric.socket.IoLoop;
import dev.mangrove.fabric.socket.Limits;
import dev.mangrove.fabric.socket.SocketSetup;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** A server's half: one listening socket, a few I/O threads, the regions and the inboxes. */
final class TcpTarget implements Target {
    private static final System.Logger LOG = System.getLogger(TcpTarget.class.getName());

    /**
     * Chosen: clients that connect at the same moment; the kernel limits it further (somaxconn).
     */
    private static final int BACKLOG = 512;

    /** Chosen: I/O threads end within a turn, so one that is left hangs. */
    private static final long JOIN_NANOS = 10_000_000_000L;

    private final TcpFabric fabric;
    private final URI uri;
    private final Regions regions = new Regions();
    private final List<TcpInbox> inboxes = new ArrayList<>();
    private final List<IoLoop> loops = new ArrayList<>();
    private final List<Host.Task> tasks = new ArrayList<>();
    private final AtomicLong connections = new AtomicLong();
    private final AtomicBoolean closed = new AtomicBoolean();

    TcpTarget(TcpFabric fabric, TargetOptions options) {
        this.fabric = fabric;
        TcpLocation location = TcpLocation.of(options.location());
        InetSocketAddress address = location.address();
        if (options.secret() == null && !address.getAddress().isLoopbackAddress()) {
            throw new FabricException(
                    Kind.REFUSED,
                    "without a secret a target listens on loopback addresses only; give one"
                            + " (serve: --secret-file FILE, or MANGROVE_SECRET): "
                            + options.location());
        }
        Host host = fabric.host();
        for (int i = 0; i < options.inboxes(); i++) {
            inboxes.add(new TcpInbox(host));
        }
        try {
            uri = location.uri(listen(location, address, options));
        } catch (IOException e) {
            loops.forEach(IoLoop::discard);
            throw new FabricException(
                    Kind.REFUSED,
                    "cannot listen at " + options.location() + ": " + e.getMessage(),
                    e);
        }
        for (int i = 0; i < loops.size(); i++) {
            String name = IoLoop.THREAD_NAME + uri.getPort() + "-" + i;
            tasks.add(VitalThread.start(host, name, loops.get(i), this::lost));
        }
    }

    /** Closes the target: the connections of a failed I/O thread are not served any more. */
    private void lost(Throwable cause) {
        LOG.log(System.Logger.Level.ERROR, "an I/O thread of " + uri + " has failed", cause);
        inboxes.forEach(TcpInbox::close);
    }

    private int listen(TcpLocation location, InetSocketAddress address, TargetOptions options)
            throws IOException {
        for (int i = 0; i < location.ioThreads(); i++) {
            loops.add(new IoLoop(fabric.host(), location.spinNanos()));
        }
        ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            listener.setOption(StandardSocketOptions.SO_RCVBUF, Limits.SOCKET_BUFFER);
            listener.bind(address, BACKLOG);
            new Acceptor(TcpLocation.SCHEME, listener, loops, options.secret(), this::admit);
            int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
            SocketSetup.giveUpVanishedPeers(port);
            return port;
        } catch (IOException e) {
            listener.close();
            throw e;
        }
    }

    /** Assigns an authenticated client to an inbox, round robin. On an I/O thread. */
    private void admit(SelectionKey key, String peer, IoLoop loop) {
        long id = connections.incrementAndGet();
        TcpInbox inbox = inboxes.get((int) (id % inboxes.size()));
        TcpConnection connection =
                new TcpConnection(id, peer, key, loop, inbox, regions, Handshake.FRAMES);
        key.attach(connection);
        inbox.announce(connection);
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
        regions.withdraw(region);
        loops.forEach(IoLoop::finishTurn);
        regions.free(region);
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
        loops.forEach(IoLoop::stop);
        inboxes.forEach(TcpInbox::close);
        for (Host.Task task : tasks) {
            if (!task.join(JOIN_NANOS)) {
                throw new IllegalStateException("I/O thread does not end: " + uri);
            }
        }
        regions.close();
        fabric.forget(this);
    }
}
