package dev.mangrove.sim.request;

import dev.mangrove.fabric.Capabilities;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.sim.SimHost;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Verbs of one simulated host. Addresses are {@code sim://HOST:PORT}; port 0 picks a free one. */
public final class SimFabric implements Fabric {
    /** Scheme of the URIs. */
    static final String SCHEME = "sim";

    private final SimHost host;
    private final List<SimTarget> targets = new ArrayList<>();
    private final List<SimEndpoint> endpoints = new ArrayList<>();
    private boolean closed;

    public SimFabric(SimHost host) {
        this.host = host;
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
        SimTarget target = new SimTarget(this, uri, options);
        host.bind(port, target);
        targets.add(target);
        return target;
    }

    @Override
    public Endpoint endpoint(EndpointOptions options) {
        checkOpen();
        SimEndpoint endpoint = new SimEndpoint(this, options);
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

    /** Ends at once; peers learn of it later. */
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

    SimHost simHost() {
        return host;
    }

    /** The target that listens at an address. */
    @Nullable SimTarget find(URI address) {
        if (!SCHEME.equals(address.getScheme()) || address.getHost() == null) {
            throw new IllegalArgumentException("not an address of this fabric: " + address);
        }
        SimHost at = host.cluster().host(address.getHost());
        return at == null ? null : at.target(address.getPort());
    }

    void forget(SimTarget target) {
        targets.remove(target);
        host.unbind(target);
    }

    void forget(SimEndpoint endpoint) {
        endpoints.remove(endpoint);
    }

    private void checkOpen() {
        if (closed) {
            throw new FabricException(Kind.CLOSED, "fabric is closed");
        }
    }
}
