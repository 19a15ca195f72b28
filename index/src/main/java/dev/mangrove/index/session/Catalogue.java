package dev.mangrove.index.session;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A session's access to the catalogue at the pool's first server. */
public final class Catalogue {
    /** Chosen: several servers that leave during one create are rare. */
    private static final int MOST_TRIES = 4;

    private final Session session;

    Catalogue(Session session) {
        this.session = session;
    }

    /**
     * Creates an index. Its root slot is zero but for the generation.
     *
     * @throws RequestRefusedException {@code EXISTS} if the name is taken, {@code NOT_FOUND} if it
     *     names a server that has left the pool
     */
    public IndexDescriptor create(IndexSpec spec) {
        WireWriter payload = new WireWriter();
        spec.write(payload);
        return IndexDescriptor.read(call().execute(MessageKind.CREATE_INDEX, payload));
    }

    /**
     * Creates an index over the current servers of the pool. If one of them leaves meanwhile, the
     * registrar refuses, and the index is created without it.
     *
     * @param over makes the specification from the servers' numbers
     */
    public IndexDescriptor create(Function<List<Integer>, IndexSpec> over) {
        // Ends: at the last of MOST_TRIES.
        for (int tries = 1; ; tries++) {
            session.link(AddressSpace.REGISTRAR)
                    .checkOpen(); // If it is lost, the list may be empty.
            try {
                return create(over.apply(session.pool().serversThere()));
            } catch (RequestRefusedException e) {
                if (e.status() != Status.NOT_FOUND) {
                    throw e;
                }
                if (tries == MOST_TRIES) {
                    throw new FabricException(
                            FabricException.Kind.PEER_LOST, String.valueOf(e.getMessage()), e);
                }
                session.pool().learn(session.link(AddressSpace.REGISTRAR).members());
            }
        }
    }

    /**
     * The descriptor of a name.
     *
     * @throws RequestRefusedException {@code NOT_FOUND} if there is none
     */
    public IndexDescriptor open(String name) {
        IndexSpec.checkName(name);
        WireWriter payload = new WireWriter().putText(name);
        return IndexDescriptor.read(call().execute(MessageKind.OPEN_INDEX, payload));
    }

    /** The descriptor of a name, if there is one. */
    public Optional<IndexDescriptor> find(String name) {
        try {
            return Optional.of(open(name));
        } catch (RequestRefusedException e) {
            if (e.status() == Status.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** All descriptors, by name. */
    public List<IndexDescriptor> list() {
        WireReader in = call().execute(MessageKind.LIST_INDEXES, new WireWriter());
        List<IndexDescriptor> all = new ArrayList<>();
        for (int left = in.getCount(IndexDescriptor.LEAST_BYTES); left > 0; left--) {
            all.add(IndexDescriptor.read(in));
        }
        return all;
    }

    /**
     * Drops an index: its name and root slot are free at once, its chunks on all servers soon.
     *
     * @throws RequestRefusedException {@code NOT_FOUND} if there is none of the name
     */
    public void drop(String name) {
        IndexSpec.checkName(name);
        call().execute(MessageKind.DROP_INDEX, new WireWriter().putText(name));
    }

    private Call call() {
        return session.link(AddressSpace.REGISTRAR).admin();
    }
}
