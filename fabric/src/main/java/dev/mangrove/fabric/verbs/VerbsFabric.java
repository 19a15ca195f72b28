package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.Capabilities;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.socket.IoLoop;
import dev.mangrove.fabric.verbs.device.Device;
import dev.mangrove.fabric.verbs.device.DeviceInfo;
import dev.mangrove.fabric.verbs.device.GidInfo;
import dev.mangrove.fabric.verbs.device.Libibverbs;
import dev.mangrove.fabric.verbs.device.PortInfo;
import dev.mangrove.fabric.verbs.ring.RingWindow;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** One open device and what was opened on it, to be closed with it: clients first, then servers. */
public final class VerbsFabric implements Fabric {
    /** What the names of this provider's threads begin with. */
    static final String THREAD_NAME = "mangrove-verbs-";

    /** Requests in a batch at most. Chosen: a quarter of what the send queue of a channel holds. */
    static final int LARGEST_BATCH = 256;

    /** Chosen: as for TCP, so that an index behaves alike on both. */
    private static final int LARGEST_TRANSFER = 1 << 20;

    /**
     * Most pieces of local memory of a request. Chosen: in a work request of a queue they take as
     * much room as the data that it carries inline, so that queues do not grow.
     */
    static final int MOST_PIECES = ClientSends.INLINE / 16;

    private static final int WORD = 8;
    private static final int LINE = 64;

    /** Chosen: as for TCP, a thread that is left hangs. */
    private static final long JOIN_NANOS = 10_000_000_000L;

    private final Host host;
    private final Device device;
    private final PortInfo port;
    private final Capabilities capabilities;
    private final Set<VerbsEndpoint> endpoints = new LinkedHashSet<>();
    private final Set<VerbsTarget> targets = new LinkedHashSet<>();
    private @Nullable IoLoop loop;
    private Host.@Nullable Task loopTask;
    private boolean closed;

    VerbsFabric(Host host, Device device) {
        this.host = host;
        this.device = device;
        this.port =
                device.info().ports().stream().filter(PortInfo::isUsable).findFirst().orElseThrow();
        this.capabilities = capabilitiesOf(device.info());
    }

    /**
     * Declares line atomicity and composing atomics only where the device does. libibverbs has no
     * verb for masked atomics, only vendor extensions do.
     */
    public static Capabilities capabilitiesOf(DeviceInfo info) {
        return new Capabilities(
                        info.isSoftware() ? WORD : LINE,
                        true,
                        info.atomics() == DeviceInfo.Atomics.GLOBAL,
                        false,
                        info.deviceMemory(),
                        false,
                        RingWindow.LARGEST_MESSAGE,
                        LARGEST_TRANSFER,
                        LARGEST_BATCH)
                .withLocalPieces(pieces(info));
    }

    /** A device may take fewer pieces in READs, and may not say how many: then one. */
    private static int pieces(DeviceInfo info) {
        return Math.clamp(Math.min(info.piecesPerRequest(), info.piecesPerRead()), 1, MOST_PIECES);
    }

    @Override
    public String scheme() {
        return VerbsLocation.SCHEME;
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public boolean isOneSided() {
        return true;
    }

    @Override
    public Host host() {
        return host;
    }

    Device device() {
        return device;
    }

    PortInfo port() {
        return port;
    }

    /** The GID that a peer uses which connected to a local address. */
    GidInfo gidFor(InetAddress local) {
        return found(port.gidFor(local), "address");
    }

    /** The same, of the kind of the peer's GID. */
    GidInfo gidFor(InetAddress local, GidInfo peer) {
        return found(port.gidFor(local, peer), peer.isIpv4() ? "IPv4 address" : "IPv6 address");
    }

    private GidInfo found(@Nullable GidInfo gid, String what) {
        if (gid == null) {
            throw Libibverbs.missing("device " + device.info().name() + " has no " + what);
        }
        return gid;
    }

    @Override
    public synchronized Target listen(TargetOptions options) {
        checkOpen();
        VerbsTarget target = new VerbsTarget(this, options);
        targets.add(target);
        return target;
    }

    @Override
    public synchronized Endpoint endpoint(EndpointOptions options) {
        checkOpen();
        VerbsEndpoint endpoint = new VerbsEndpoint(this, options);
        endpoints.add(endpoint);
        return endpoint;
    }

    /** The I/O thread that listens to the servers of this fabric's clients. */
    synchronized IoLoop clientLoop() {
        checkOpen();
        IoLoop running = loop;
        if (running == null) {
            try {
                running = new IoLoop(host, 0);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            loop = running;
            loopTask = host.start(THREAD_NAME + "client", running);
        }
        return running;
    }

    private void checkOpen() {
        if (closed) {
            throw new FabricException(Kind.CLOSED, "fabric is closed");
        }
    }

    synchronized void forget(VerbsTarget target) {
        targets.remove(target);
    }

    synchronized void forget(VerbsEndpoint endpoint) {
        endpoints.remove(endpoint);
    }

    @Override
    public void close() {
        List<VerbsEndpoint> clients;
        List<VerbsTarget> servers;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            clients = List.copyOf(endpoints);
            servers = List.copyOf(targets);
        }
        clients.forEach(VerbsEndpoint::close);
        servers.forEach(VerbsTarget::close);
        if (loop != null && loopTask != null) {
            loop.stop();
            if (!loopTask.join(JOIN_NANOS)) {
                throw new IllegalStateException("I/O thread does not end");
            }
        }
        device.close();
    }
}
