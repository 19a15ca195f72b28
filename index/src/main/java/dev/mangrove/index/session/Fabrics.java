package dev.mangrove.index.session;

import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;

import java.util.LinkedHashMap;
import java.util.Map;

/** The fabrics of one host that are in use, each opened once. */
public final class Fabrics implements AutoCloseable {
    private final Host host;
    private final Map<String, Fabric> byScheme = new LinkedHashMap<>();
    private boolean closed;

    /** Opens none yet. */
    public Fabrics(Host host) {
        this.host = host;
    }

    /** The fabric of a scheme. */
    public synchronized Fabric of(String scheme) {
        if (closed) {
            throw new FabricException(FabricException.Kind.CLOSED, "fabrics are closed");
        }
        return byScheme.computeIfAbsent(scheme, name -> Fabric.open(name, host));
    }

    /** The host. */
    public Host host() {
        return host;
    }

    @Override
    public void close() {
        Map<String, Fabric> open;
        synchronized (this) {
            closed = true;
            open = new LinkedHashMap<>(byScheme);
            byScheme.clear();
        }
        open.values().forEach(Fabric::close);
    }
}
