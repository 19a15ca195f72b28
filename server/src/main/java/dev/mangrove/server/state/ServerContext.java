package dev.mangrove.server.state;

import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.Refinements;
import dev.mangrove.server.memory.Grant;
import dev.mangrove.server.memory.Owner;
import dev.mangrove.server.pool.CatalogueTable;
import dev.mangrove.server.request.RefusedException;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** The parts of a server that services and plugins use. May be used from any thread. */
public final class ServerContext {
    private final ServerState state;

    private final Refinements refinements = new Refinements();

    /** The context of a server; services of this module have one. */
    public ServerContext(ServerState state) {
        this.state = state;
    }

    /** The machine the server runs on. */
    public Host host() {
        return state.options().host();
    }

    /** The refinements of searches; plugins add to them. */
    public Refinements refinements() {
        return refinements;
    }

    /** The clock by which entries expire that clients change themselves. */
    public ServerClock clock() {
        return state.clock();
    }

    /** The server's number in its pool. */
    public int server() {
        return state.identity().number();
    }

    /** The region that chunks come from. */
    public RegionHandle region() {
        return state.memory().region().handle();
    }

    /** The region's bytes, to be read and written in place; clients change them at any moment. */
    public MemorySegment memory() {
        return state.memory().bytes();
    }

    /**
     * Grants a chunk of zeroes to an index and returns its address.
     *
     * @throws RefusedException {@code OUT_OF_MEMORY}, or {@code NOT_FOUND} if the index is dropped
     */
    public long grantChunk(long index) {
        return grant(index, AddressSpace.CHUNK_BYTES, AddressSpace.CHUNK_BYTES).address();
    }

    /**
     * Grants zeroes to an index: as many bytes as are wanted or, where memory is short, half of
     * them, a quarter and so on.
     *
     * @param wanted a slice times a power of 2, at most a chunk
     * @param least smallest useful grant, in bytes
     * @throws RefusedException {@code OUT_OF_MEMORY}, or {@code NOT_FOUND} if the index is dropped
     */
    public Grant grant(long index, long wanted, long least) {
        Owner owner = Owner.index(index);
        Grant grant = state.memory().grant(owner, wanted, least);
        // A drop takes the memory that it finds, so check the index after the grant.
        if (!state.mayOwn(index)) {
            state.memory().takeBack(grant, owner);
            throw new RefusedException(Status.NOT_FOUND, "there is no index with id " + index);
        }
        return grant;
    }

    /**
     * Checks that an index exists, as far as this server knows.
     *
     * @throws RefusedException {@code NOT_FOUND} if it has been dropped
     */
    public void checkIndex(long index) {
        if (!state.mayOwn(index)) {
            throw new RefusedException(Status.NOT_FOUND, "there is no index with id " + index);
        }
    }

    /** Whether an index has all of a range. */
    public boolean isGrantedTo(long index, long address, long length) {
        return state.memory().isGrantedTo(Owner.index(index), address, length);
    }

    /** An index of the catalogue by its name; none where there is no catalogue. */
    public Optional<IndexDescriptor> findIndex(String name) {
        CatalogueTable catalogue = state.catalogue();
        return catalogue == null ? Optional.empty() : catalogue.find(name);
    }
}
