package dev.mangrove.server.service;

import dev.mangrove.ConnectOptions;
import dev.mangrove.IndexNotFoundException;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.OutcomeUnknownException;
import dev.mangrove.ServerLostException;
import dev.mangrove.ServerTimeoutException;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.SecondaryIndex;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.Failures;
import dev.mangrove.index.session.Pool;
import dev.mangrove.index.wire.ShipmentRequest;
import dev.mangrove.index.wire.ShipmentState;
import dev.mangrove.index.wire.ShipmentState.Phase;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;

/**
 * Loads an index from another one. The server is a client of its own pool for that: it reads the
 * source from its servers, and writes pages of the target, a few batches at a time. The load takes
 * effect as any bulk load does, so one that fails leaves the target empty.
 */
final class Shipment implements Runnable, AutoCloseable {
    private static final Logger LOG = System.getLogger(Shipment.class.getName());

    /** References in memory at a time. Chosen: 32 MiB, a small part of a server's heap. */
    private static final int MOST_REFERENCES = 4 << 20;

    /**
     * Entries between two looks at whether it was given up; a power of 2. Chosen: a look costs
     * nothing beside reading so many.
     */
    private static final int ENTRIES_PER_LOOK = 256;

    private final ShipmentRequest request;
    private final URI self;
    private final @Nullable Secret secret;
    private final Host host;
    private volatile @Nullable Pool pool;
    private volatile boolean givenUp;
    private volatile ShipmentState state = new ShipmentState(Phase.RUNNING, 0, "");
    private long entries;

    /**
     * Creates a shipment.
     *
     * @param self where clients reach this server
     */
    Shipment(ShipmentRequest request, URI self, @Nullable Secret secret, Host host) {
        this.request = request;
        this.self = self;
        this.secret = secret;
        this.host = host;
    }

    /** Name of the index that it loads. */
    String target() {
        return request.target();
    }

    ShipmentState state() {
        return state;
    }

    /** Has it fail at one of the next entries. */
    void giveUp() {
        givenUp = true;
    }

    /** Ends its connections as well, so that it waits for none. */
    @Override
    public void close() {
        givenUp = true;
        Pool open = pool;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void run() {
        Failures failures = Failures.ofClient(() -> givenUp);
        ConnectOptions options = ConnectOptions.DEFAULT.withSecret(secret);
        try (Pool open = Pool.connect(self, options, host)) {
            pool = open;
            long loaded = load(open);
            state = new ShipmentState(Phase.DONE, loaded, "");
        } catch (RuntimeException e) {
            RuntimeException reason = failures.translate(e);
            state = new ShipmentState(phase(reason), entries, text(reason));
            LOG.log(Level.DEBUG, "a shipment has failed", reason);
        } catch (Error e) {
            state = new ShipmentState(Phase.FAILED, entries, text(e));
            throw e;
        }
    }

    private long load(Pool open) {
        try (OrderedIndex source =
                        OrderedIndexes.open(open.session(), request.source(), ViewOptions.DEFAULT);
                OrderedIndex target =
                        OrderedIndexes.open(
                                open.session(), request.target(), ViewOptions.DEFAULT)) {
            return request.references()
                    ? SecondaryIndex.load(
                            source, target, this::valueOf, MOST_REFERENCES, request.fill())
                    : copy(source, target);
        }
    }

    private long valueOf(long key, long value) {
        count();
        return value;
    }

    private long copy(OrderedIndex source, OrderedIndex target) {
        try (Cursor range = source.range(RangeQuery.between(request.from(), request.to()))) {
            return target.bulkLoad(new Counted(range), request.fill());
        }
    }

    private void count() {
        if ((++entries & ENTRIES_PER_LOOK - 1) == 0) {
            state = new ShipmentState(Phase.RUNNING, entries, "");
            if (givenUp) {
                throw new UnsupportedOperationException("the shipment was given up");
            }
        }
    }

    private static Phase phase(RuntimeException reason) {
        return switch (reason) {
            case IndexNotFoundException _ -> Phase.NOT_FOUND;
            case MemoryExhaustedException _ -> Phase.OUT_OF_MEMORY;
            case ServerLostException _ -> Phase.SERVER_LOST;
            case ServerTimeoutException _ -> Phase.SERVER_LOST;
            case OutcomeUnknownException _ -> Phase.SERVER_LOST;
            case IllegalArgumentException _ -> Phase.INVALID;
            case IllegalStateException _ -> Phase.NOT_EMPTY;
            default -> Phase.FAILED;
        };
    }

    private String text(Throwable reason) {
        return "shipment of "
                + request.source()
                + " to "
                + request.target()
                + ": "
                + reason.getMessage();
    }

    /** Counts the entries that pass. */
    private final class Counted implements Entries {
        private final Entries entries;

        Counted(Entries entries) {
            this.entries = entries;
        }

        @Override
        public boolean next() {
            boolean more = entries.next();
            if (more) {
                count();
            }
            return more;
        }

        @Override
        public long key() {
            return entries.key();
        }

        @Override
        public long value() {
            return entries.value();
        }
    }
}
