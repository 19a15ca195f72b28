package dev.mangrove.check.page;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.handle.AsyncOrderedHandle;
import dev.mangrove.index.handle.OrderedHandle;
import dev.mangrove.index.ordered.AsyncOrdered;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.sim.SimHost;

import java.util.ArrayList;
import java.util.List;

/**
 * One seed of {@link PagesCheck} whose threads share a handle: cursors that stay open keep most of
 * its views, so that threads wait for one. Two threads in one view give wrong results, a thread
 * that no other wakes exceeds the time of an operation, and every view is closed once at the end.
 * Two more threads have operations under way as futures, of which few are executed at the same
 * time.
 */
final class HandleTrial {
    private static final int FUTURE_CLIENTS = 2;
    private static final int MOST_EXECUTED = 2;

    private final PagesTrial trial;
    private final SimHost host;
    private final List<TreeInPlace> opened = new ArrayList<>();
    private final List<Cursor> cursors = new ArrayList<>();
    private final OrderedHandle handle;

    HandleTrial(PagesTrial trial) {
        this.trial = trial;
        this.host = trial.cluster().addHost();
        this.handle = new OrderedHandle(host, open(), this::open);
    }

    /** Runs it; what was wrong is in the journal. */
    void run() {
        if (trial.runUntilEnded(List.of(host.start("cursors", this::keepViews)))
                && trial.runUntilEnded(startAll())
                && trial.runUntilEnded(List.of(trial.start(host, handle, trial::finish)))) {
            trial.runUntilEnded(List.of(host.start("close", this::close)));
        }
    }

    private OrderedIndex open() {
        TreeInPlace view = trial.open(host);
        opened.add(view);
        return view;
    }

    /** Leaves fewer views than there are threads, and at least one. */
    private void keepViews() {
        int left = 1 + host.random().nextInt(trial.plan().processes() - 1);
        for (int i = left; i < OrderedHandle.MOST_VIEWS; i++) {
            cursors.add(handle.range(RangeQuery.all()));
        }
    }

    private List<Host.Task> startAll() {
        List<Host.Task> tasks = new ArrayList<>();
        for (int i = 0; i < trial.plan().processes(); i++) {
            tasks.add(trial.start(host, handle, worker -> worker.work(() -> false)));
        }
        int executed = 1 + host.random().nextInt(MOST_EXECUTED);
        AsyncOrdered async = new AsyncOrderedHandle(handle, host, executed);
        for (int i = 0; i < FUTURE_CLIENTS; i++) {
            tasks.add(trial.start(host, async));
        }
        return tasks;
    }

    private void close() {
        cursors.forEach(Cursor::close);
        handle.close();
        long open = opened.stream().filter(view -> !view.isClosed()).count();
        if (open > 0 || opened.size() > OrderedHandle.MOST_VIEWS) {
            trial.journal()
                    .findings()
                    .violation("views: opened=" + opened.size() + ", not closed=" + open);
        }
    }
}
