package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Capabilities;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.socket.Limits;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What was opened on one host, to be closed with it: clients first, then servers. */
final class TcpFabric implements Fabric {
    private final Host host;
    private final Set<TcpEndpoint> endpoints = new LinkedHashSet<>();
    private final Set<TcpTarget> targets = new LinkedHashSet<>();
    private boolean closed;

    TcpFabric(Host host) {
        this.host = host;
    }

    @Override
    public String scheme() {
        return TcpLocation.SCHEME;
    }

    @Override
    public Capabilities capabilities() {
        return Limits.CAPABILITIES;
    }

    @Override
    public Host host() {
        return host;
    }

    @Override
    public synchronized Target listen(TargetOptions options) {
        checkOpen();
        TcpTarget target = new TcpTarget(this, options);
        targets.add(target);
        return target;
    }

    @Override
    public synchronized Endpoint endpoint(EndpointOptions options) {
        checkOpen();
        TcpEndpoint endpoint = new TcpEndpoint(this, options);
        endpoints.add(endpoint);
        return endpoint;
    }

    private void checkOpen() {
        if (closed) {
            throw new FabricException(Kind.CLOSED, "fabric is closed");
        }
    }

    synchronized void forget(TcpTarget target) {
        targets.remove(target);
    }

    synchronized void forget(TcpEndpoint endpoint) {
        endpoints.remove(endpoint);
    }

    @Override
    public void close() {
        List<TcpEndpoint> clients;
        List<TcpTarget> servers;
        synchronized (this) {
            closed = true;
            clients = List.copyOf(endpoints);
            servers = List.copyOf(targets);
        }
        clients.forEach(TcpEndpoint::close);
        servers.forEach(TcpTarget::close);
    }
}
