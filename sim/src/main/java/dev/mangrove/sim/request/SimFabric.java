package dev.mangrove.sim.request;

import dev.mangrove.fabric.Capabilities;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.sim.HostFabric;
import dev.mangrove.sim.SimHost;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Verbs of one simulated host. Addresses are {@code sim://HOST:PORT}; port 0 picks a free one. */
final class SimFabric implements HostFabric {
    private final SimHost host;
    private final List<SimTarget> targets = new ArrayList<>();
    private final List<SimEndpoint> endpoints = new ArrayList<>();
    private final FreeList<Flight> flights;
    private boolean closed;

    SimFabric(SimHost host) {
        this.host = host;
        flights = new FreeList<>(home -> new Flight(host.cluster(), home));
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public Capabilities capabilities() {
        return host.cluster().capabilities();
    }

    @Override
    public Host host() {
        return host;
    }

    @Override
    public Target listen(TargetOptions options) {
        checkOpen();
        URI location = options.location();
        if (!SCHEME.equals(location.getScheme())
                || !host.name().equals(location.getHost())
                || location.getPort() < 0) {
            throw new IllegalArgumentException(
                    "location is not sim://" + host.name() + ":PORT: " + location);
        }
        int port = location.getPort() == 0 ? host.freePort() : location.getPort();
        URI uri = URI.create(SCHEME + "://" + host.name() + ":" + port);
        SimTarget target = new SimTarget(host, uri, options, this::forget);
        host.bind(port, target);
        targets.add(target);
        return target;
    }

    @Override
    public Endpoint endpoint(EndpointOptions options) {
        checkOpen();
        SimEndpoint endpoint = new SimEndpoint(host, options, flights, endpoints::remove);
        endpoints.add(endpoint);
        return endpoint;
    }

    @Override
    public void close() {
        closed = true;
        List.copyOf(endpoints).forEach(SimEndpoint::close);
        List.copyOf(targets).forEach(SimTarget::close);
        host.forget(this);
    }

    @Override
    public void crash() {
        closed = true;
        long noticeAfter = host.cluster().profile().picos("nic.notice_ns");
        List.copyOf(targets).forEach(target -> target.crash(noticeAfter));
        for (SimEndpoint endpoint : endpoints) {
            for (Channel channel : endpoint.channels()) {
                SimConnection connection = ((SimChannel) channel).connection();
                ((SimChannel) channel).after(noticeAfter, () -> connection.lost("client crashed"));
            }
        }
    }

    private void forget(SimTarget target) {
        targets.remove(target);
        host.unbind(target);
    }

    private void checkOpen() {
        if (closed) {
            throw new FabricException(Kind.CLOSED, "fabric is closed");
        }
    }
}
