package dev.mangrove;

import dev.mangrove.fabric.Host;
import dev.mangrove.index.btree.Keeper;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.session.Pool;

import java.util.HashMap;
import java.util.Map;

/** The background threads of one client that look after ordered indexes, one for each. */
final class Keepers implements AutoCloseable {
    private static final long END_NANOS = 2_000_000_000;

    private final Pool pool;
    private final Map<String, Running> running = new HashMap<>();

    Keepers(Pool pool) {
        this.pool = pool;
    }

    /** Makes sure that an index has a keeper here. */
    void keep(String name) {
        synchronized (running) {
            Running known = running.get(name);
            if (known != null && (known.keeper().isIdle() || known.task().isAlive())) {
                return;
            }
        }
        Keeper keeper = OrderedIndexes.keeper(pool.session(), name);
        Host.Task task = pool.host().start("mangrove-keeper-" + name, keeper);
        synchronized (running) {
            running.put(name, new Running(keeper, task));
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
