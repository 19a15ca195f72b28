package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.Capabilities;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.host.Host;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Verbs between processes of one host. */
final class ShmFabric implements Fabric {
    static final Capabilities CAPABILITIES =
            new Capabilities(8, true, true, true, 0, true, ShmRing.LARGEST_PAYLOAD, 16 << 20, 1024)
                    .withSelectionAtTarget();

    private final Host host;
    private final Watchdog watchdog;
    private final Set<AutoCloseable> opened = new LinkedHashSet<>();
    private boolean closed;

    ShmFabric(Host host) {
        this.host = host;
        this.watchdog = new Watchdog(host);
    }

    @Override
    public String scheme() {
        return ShmLocation.SCHEME;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public Host host() {
        return host;
    }

    @Override
    public synchronized Target listen(TargetOptions options) {
        checkOpen();
        ShmTarget target = new ShmTarget(this, options);
        opened.add(target);
        return target;
    }

    @Override
    public synchronized Endpoint endpoint(EndpointOptions options) {
        checkOpen();
        ShmEndpoint endpoint = new ShmEndpoint(this, options);
        opened.add(endpoint);
        return endpoint;
    }

    Watchdog watchdog() {
        return watchdog;
    }

    synchronized void forget(AutoCloseable closedOne) {
        opened.remove(closedOne);
    }

    @Override
    public void close() {
        List<AutoCloseable> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(opened).reversed();
        }
        for (AutoCloseable each : left) {
            switch (each) {
                case ShmEndpoint endpoint -> endpoint.close();
                case ShmTarget target -> target.close();
                default -> throw new AssertionError(each);
            }
        }
        watchdog.close();
    }

    private void checkOpen() {
        if (closed) {
            throw new FabricException(Kind.CLOSED, "the shm fabric is closed");
        }
    }
}
