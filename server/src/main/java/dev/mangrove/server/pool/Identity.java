package dev.mangrove.server.pool;

import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.index.session.Member;
import dev.mangrove.index.wire.AddressSpace;

import java.net.URI;
import java.util.List;

/**
 * The identity of a server.
 *
 * @param number its number in the pool
 * @param instance random number of this run
 * @param name for people
 * @param uris where clients are told to connect
 */
public record Identity(int number, long instance, String name, List<URI> uris) {
    public boolean isRegistrar() {
        return number == AddressSpace.REGISTRAR;
    }

    public Member member(List<RegionHandle> regions) {
        return new Member(number, instance, name, true, uris, regions);
    }
}
