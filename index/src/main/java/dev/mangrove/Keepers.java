package dev.mangrove;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.btree.keeper.Keeper;
import dev.mangrove.index.bytes.client.BytesIndexes;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.catalogue.IndexKind;
import dev.mangrove.index.session.Pool;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The keeper threads of one client, one per index that needs one. */
final class Keepers implements AutoCloseable {
    /** Chosen: a keeper that is woken ends within a page, unless its server hangs. */
    private static final long END_NANOS = 2_000_000_000;

    private final Pool pool;
    private final Map<Long, Running> running = new HashMap<>();
    private boolean closed;

    Keepers(Pool pool) {
        this.pool = pool;
    }

    /**
     * Starts a keeper of an index unless one runs; a keeper of a dropped index of the same name
     * does not count. Several threads may call this at once: each may create a keeper, as that
     * needs messages, but one of them is started.
     */
    void keep(IndexDescriptor index) {
        if (!hasKeeper(index) || isKept(index)) {
            return;
        }
        Keeper keeper =
                index.kind() == IndexKind.BYTES
                        ? BytesIndexes.keeper(pool.session(), index)
                        : OrderedIndexes.keeper(pool.session(), index);
        synchronized (running) {
            if (!isKept(index)) {
                String name = "mangrove-keeper-" + index.name();
                running.put(index.id(), new Running(keeper, pool.host().start(name, keeper)));
                return;
            }
        }
        keeper.close();
        keeper.run(); // Frees what it holds.
    }

    private static boolean hasKeeper(IndexDescriptor index) {
        return index.kind() == IndexKind.BYTES
                ? BytesIndexes.hasKeeper(index)
                : OrderedIndexes.hasKeeper(index);
    }

    /** Whether a keeper of an index runs, or none must be started any more. */
    private boolean isKept(IndexDescriptor index) {
        synchronized (running) {
            running.values().removeIf(each -> !each.task().isAlive());
            return closed || running.containsKey(index.id());
        }
    }

    @Override
    public void close() {
        List<Running> all;
        synchronized (running) {
            closed = true;
            all = List.copyOf(running.values());
        }
        all.forEach(each -> each.keeper().close());
        all.forEach(each -> each.task().interrupt());
        for (Running each : all) {
            boolean _ = each.task().join(END_NANOS);
        }
    }

    private record Running(Keeper keeper, Host.Task task) {}
}
