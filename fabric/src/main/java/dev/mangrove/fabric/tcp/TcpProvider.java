package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricProvider;
import dev.mangrove.fabric.host.Host;

/** Verbs over TCP. */
public final class TcpProvider implements FabricProvider {
    /** For {@link java.util.ServiceLoader}. */
    public TcpProvider() {}

    @Override
    public String scheme() {
        return TcpLocation.SCHEME;
    }

    @Override
    public Fabric open(Host host) {
        return new TcpFabric(host);
    }
}
