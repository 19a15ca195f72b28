package dev.mangrove;

import dev.mangrove.fabric.Host;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.btree.keeper.Keeper;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.session.Pool;

import java.util.HashMap;
import java.util.Map;

/** The keeper threads of one client, one per ordered index. */
final class Keepers implements AutoCloseable {
    /** Chosen: a keeper that is woken ends within a page, unless its server hangs. */
    private static final long END_NANOS = 2_000_000_000;

    private final Pool pool;
    private final Map<Long, Running> running = new HashMap<>();

    Keepers(Pool pool) {
        this.pool = pool;
    }

    /**
     * Starts a keeper of an index unless one runs; a keeper of a dropped index of the same name
     * does not count.
     */
    void keep(IndexDescriptor index) {
        if (!OrderedIndexes.hasKeeper(index)) {
            return;
        }
        synchronized (running) {
            running.values().removeIf(each -> !each.task().isAlive());
            if (running.containsKey(index.id())) {
                return;
            }
        }
        Keeper keeper = OrderedIndexes.keeper(pool.session(), index);
        Host.Task task = pool.host().start("mangrove-keeper-" + index.name(), keeper);
        synchronized (running) {
            running.put(index.id(), new Running(keeper, task));
        }
    }

    @Override
    public void close() {
        synchronized (running) {
            running.values().forEach(each -> each.keeper().close());
            running.values().forEach(each -> each.task().interrupt());
        }
        for (Running each : Map.copyOf(running).values()) {
            each.task().join(END_NANOS);
        }
    }

    private record Running(Keeper keeper, Host.Task task) {}
}
