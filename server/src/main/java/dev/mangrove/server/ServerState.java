package dev.mangrove.server;

import dev.mangrove.fabric.Region;
import dev.mangrove.index.wire.CardTable;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** All that the services of one server share. */
final class ServerState {
    private final ServerOptions options;
    private final Identity identity;
    private final Memory memory;
    private final Membership membership = new Membership();
    private final Peers peers = new Peers();
    private final Notices notices = new Notices();
    private final @Nullable LatchHolders latchHolders;
    private final @Nullable CatalogueTable catalogue;
    private final DroppedIds droppedIndexes = new DroppedIds();
    private final Load load;
    private final Quarantine quarantine;
    private volatile LongConsumer dropListener = id -> {};
    private volatile Consumer<Peer> departureListener = peer -> {};

    ServerState(
            ServerOptions options,
            Identity identity,
            Memory memory,
            @Nullable Region latches,
            List<WorkerMeter> meters) {
        this.options = options;
        this.identity = identity;
        this.memory = memory;
        this.latchHolders =
                latches != null && CardTable.of(latches.handle()) == CardTable.SHORTS
                        ? new LatchHolders(latches, peers)
                        : null;
        this.catalogue = identity.isRegistrar() ? new CatalogueTable(memory.region()) : null;
        this.load = new Load(options.host(), meters);
        this.quarantine = new Quarantine(peers, memory, meters);
    }

    ServerOptions options() {
        return options;
    }

    Identity identity() {
        return identity;
    }

    Memory memory() {
        return memory;
    }

    Membership membership() {
        return membership;
    }

    Peers peers() {
        return peers;
    }

    Notices notices() {
        return notices;
    }

    Load load() {
        return load;
    }

    /** Who holds latches of 16 bits on the network card; null where it has none. */
    @Nullable LatchHolders latchHolders() {
        return latchHolders;
    }

    /** The catalogue; only the registrar has one. */
    @Nullable CatalogueTable catalogue() {
        return catalogue;
    }

    /** Indexes in the catalogue; 0 where there is none. */
    int indexes() {
        return catalogue == null ? 0 : catalogue.size();
    }

    /** Member: an index is no more. */
    void indexDropped(long id) {
        droppedIndexes.add(id);
        freeIndex(id, () -> {});
    }

    /**
     * Member: has come, or was away, and learns which indexes there are. All others are noted as
     * dropped before their chunks are taken: an old view may be asking for one at this moment.
     */
    void keepOnly(UsedIds used) {
        droppedIndexes.addAll(used);
        memory.indexes().stream()
                .filter(droppedIndexes::contains)
                .forEach(id -> freeIndex(id, () -> {}));
    }

    /**
     * Frees what an index that is no more had here, as soon as nothing can write to it any more.
     *
     * @param after what else to do then
     */
    void freeIndex(long id, Runnable after) {
        dropListener.accept(id);
        quarantine.add(id, after);
    }

    /** Memory of dropped indexes that somebody may still write to. */
    Quarantine quarantine() {
        return quarantine;
    }

    /** Somebody who wants to know when an index is no more. */
    void onDrop(LongConsumer listener) {
        dropListener = listener;
    }

    /** Somebody who wants to know when a connection has ended, on its worker's thread. */
    void onDeparture(Consumer<Peer> listener) {
        departureListener = listener;
    }

    void departed(Peer peer) {
        departureListener.accept(peer);
    }

    /** Whether an index may own chunks here. A member only knows which may not. */
    boolean mayOwn(long index) {
        return catalogue != null ? catalogue.contains(index) : !droppedIndexes.contains(index);
    }
}
