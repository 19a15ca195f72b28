package dev.mangrove.server.state;

import dev.mangrove.fabric.Region;
import dev.mangrove.index.wire.CardTable;
import dev.mangrove.server.ServerOptions;
import dev.mangrove.server.load.Load;
import dev.mangrove.server.load.WorkerMeter;
import dev.mangrove.server.memory.Memory;
import dev.mangrove.server.memory.Quarantine;
import dev.mangrove.server.pool.CatalogueTable;
import dev.mangrove.server.pool.DroppedIds;
import dev.mangrove.server.pool.Identity;
import dev.mangrove.server.pool.Membership;
import dev.mangrove.server.pool.Notices;
import dev.mangrove.server.pool.UsedIds;
import dev.mangrove.server.request.LatchHolders;
import dev.mangrove.server.request.Peer;
import dev.mangrove.server.request.Peers;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** All that the services of one server share. */
public final class ServerState {
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
    private final ServerClock clock;
    private volatile LongConsumer dropListener = id -> {};
    private volatile Consumer<Peer> departureListener = peer -> {};
    private volatile Runnable tickListener = () -> {};
    private volatile Runnable closeListener = () -> {};

    public ServerState(
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
        this.clock = new ServerClock(options.host(), memory.bytes());
        this.quarantine = new Quarantine(peers, memory, meters);
    }

    public ServerOptions options() {
        return options;
    }

    public Identity identity() {
        return identity;
    }

    public Memory memory() {
        return memory;
    }

    public Membership membership() {
        return membership;
    }

    public Peers peers() {
        return peers;
    }

    public Notices notices() {
        return notices;
    }

    /** The clock by which entries expire that clients change themselves. */
    public ServerClock clock() {
        return clock;
    }

    public Load load() {
        return load;
    }

    /** The holders of 16-bit latches on the network card; null where the card has none. */
    public @Nullable LatchHolders latchHolders() {
        return latchHolders;
    }

    /** The catalogue; only the registrar has one. */
    public @Nullable CatalogueTable catalogue() {
        return catalogue;
    }

    /** Indexes in the catalogue; 0 where there is none. */
    public int indexes() {
        return catalogue == null ? 0 : catalogue.size();
    }

    /** Member: an index was dropped. */
    public void indexDropped(long id) {
        droppedIndexes.add(id);
        freeIndex(id, () -> {});
    }

    /**
     * Member: applies the ids in use after a join or rejoin. It records all other ids as dropped
     * before it takes their memory: an old view may request a grant at this moment.
     */
    public void keepOnly(UsedIds used) {
        droppedIndexes.addAll(used);
        memory.indexes().stream()
                .filter(droppedIndexes::contains)
                .forEach(id -> freeIndex(id, () -> {}));
    }

    /**
     * Frees the memory of a dropped index as soon as no client can write to it.
     *
     * @param after runs then
     */
    public void freeIndex(long id, Runnable after) {
        dropListener.accept(id);
        quarantine.add(id, after);
    }

    /** Memory of dropped indexes that clients may still write to. */
    public Quarantine quarantine() {
        return quarantine;
    }

    /** Adds a listener for dropped indexes. */
    public void onDrop(LongConsumer listener) {
        dropListener = listener;
    }

    /** Adds a listener for ended connections; called on the worker's thread. */
    public void onDeparture(Consumer<Peer> listener) {
        departureListener = listener;
    }

    public void departed(Peer peer) {
        departureListener.accept(peer);
    }

    /** Adds a listener for ticks; called on the ticker's thread, which it must not keep waiting. */
    public void onTick(Runnable listener) {
        tickListener = listener;
    }

    public void ticked() {
        tickListener.run();
    }

    /** Adds a listener for the end of the server; called while its workers still serve. */
    public void onClose(Runnable listener) {
        closeListener = listener;
    }

    public void closing() {
        clock.stop();
        closeListener.run();
    }

    /** Whether an index may own chunks here. A member only knows which may not. */
    public boolean mayOwn(long index) {
        return catalogue != null ? catalogue.contains(index) : !droppedIndexes.contains(index);
    }
}
