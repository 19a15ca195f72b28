package dev.mangrove.fabric;

import dev.mangrove.fabric.host.Host;

import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * Verbs over one kind of interconnect, as seen from one host. Servers {@link #listen}, clients open
 * an {@link #endpoint} per thread. Closing the fabric closes everything opened on it.
 */
public interface Fabric extends AutoCloseable {
    /**
     * Opens the fabric of the given scheme ({@code shm}, {@code tcp}, …) on a host.
     *
     * @throws IllegalArgumentException if there is none of that scheme
     */
    static Fabric open(String scheme, Host host) {
        ServiceLoader<FabricProvider> providers = ServiceLoader.load(FabricProvider.class);
        for (FabricProvider provider : providers) {
            if (provider.scheme().equals(scheme)) {
                return provider.open(host);
            }
        }
        String known =
                providers.stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(FabricProvider::isOfRealMachines)
                        .map(FabricProvider::scheme)
                        .sorted()
                        .collect(Collectors.joining(", "));
        throw new IllegalArgumentException("no such fabric: " + scheme + "; there are " + known);
    }

    /** Scheme of the URIs of this fabric. */
    String scheme();

    /** What this fabric promises beyond the common contract. */
    Capabilities capabilities();

    /**
     * Whether READ, WRITE and atomics are carried out by a device, without the server's processor.
     * A client that can reach a server by several fabrics prefers such a one.
     */
    default boolean isOneSided() {
        return capabilities().directAccess();
    }

    /** The host this fabric was opened on. */
    Host host();

    /** Starts a server's half: regions and inboxes at one place. */
    Target listen(TargetOptions options);

    /** Opens one thread's end of the fabric. */
    Endpoint endpoint(EndpointOptions options);

    @Override
    void close();
}
