package dev.mangrove.check.page;

import dev.mangrove.check.history.History;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.check.ordered.RecordedIndex;
import dev.mangrove.index.ordered.AsyncOrdered;
import dev.mangrove.sim.SimHost;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * A thread of a run of {@link HandleTrial} that has several operations under way as futures. Each
 * of them must complete in time.
 */
final class FutureClient {
    private static final int MOST_UNDER_WAY = 4;
    private static final int LONGEST_PAUSE_NANOS = 3_000;

    private final SimHost host;
    private final PagesPlan plan;
    private final OrderedJournal journal;
    private final History history;
    private final AsyncOrdered index;
    private final RandomGenerator random;
    private final int client;
    private int written;

    FutureClient(
            SimHost host, PagesPlan plan, OrderedJournal journal, AsyncOrdered index, int client) {
        this.host = host;
        this.plan = plan;
        this.journal = journal;
        this.history = journal.history();
        this.index = index;
        this.random = host.random();
        this.client = client;
    }

    /** The thread's code. */
    void run() {
        for (int done = 0; done < plan.operations(); done++) {
            journal.begins(client, "futures");
            List<CompletableFuture<?>> futures = new ArrayList<>();
            for (int i = 1 + random.nextInt(MOST_UNDER_WAY); i > 0; i--) {
                futures.add(submit(random.nextInt(plan.keys())));
            }
            if (!await(futures)) {
                return;
            }
            journal.ends(client, futures.size());
            host.sleep(1 + random.nextInt(LONGEST_PAUSE_NANOS));
        }
    }

    private CompletableFuture<?> submit(long key) {
        long now = journal.findings().tick();
        return switch (random.nextInt(3)) {
            case 0 -> {
                int op = history.invokeGet(client, key, now);
                yield index.get(key).thenAccept(found -> got(op, found));
            }
            case 1 -> {
                long value = ((long) (client + 1) << Integer.SIZE) + ++written;
                int op = history.invokePutIfAbsent(client, key, value, now);
                yield index.putIfAbsent(key, value).thenAccept(met -> changed(op, met));
            }
            default -> {
                int op = history.invokeDelete(client, key, now);
                yield index.delete(key).thenAccept(met -> changed(op, met));
            }
        };
    }

    private void got(int op, OptionalLong found) {
        long now = journal.findings().tick();
        if (found.isPresent()) {
            history.found(op, found.getAsLong(), now);
        } else {
            history.foundAbsent(op, now);
        }
    }

    private void changed(int op, boolean met) {
        long now = journal.findings().tick();
        if (met) {
            history.succeeded(op, now);
        } else {
            history.refused(op, now);
        }
    }

    /** Waits in virtual time; a future's own wait would stop the simulator. */
    private boolean await(List<CompletableFuture<?>> futures) {
        long end = host.nanoTime() + RecordedIndex.LONGEST_NANOS;
        for (CompletableFuture<?> future : futures) {
            while (!future.isDone()) {
                if (host.nanoTime() > end) {
                    journal.violation(client, "a future has not completed in time");
                    return false;
                }
                host.sleep(LONGEST_PAUSE_NANOS);
            }
            if (future.isCompletedExceptionally()) {
                journal.broken(client, future.exceptionNow());
                return false;
            }
        }
        return true;
    }
}
