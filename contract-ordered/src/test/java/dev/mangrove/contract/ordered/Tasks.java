package dev.mangrove.contract.ordered;

import dev.mangrove.fabric.host.Host;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Tasks on other hosts or threads; {@link #join} throws their failures. */
final class Tasks {
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final List<Host.Task> running = new ArrayList<>();
    private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());

    /** Runs a body on a host and waits for its end. */
    static void runOn(Host host, Body body) {
        Tasks tasks = new Tasks();
        tasks.start(host, body);
        tasks.join();
    }

    void start(Host host, Body body) {
        running.add(host.start("contract-" + running.size(), () -> run(body)));
    }

    /** Waits for all tasks; throws the first failure. */
    void join() {
        for (Host.Task task : running) {
            if (!task.join(PATIENCE_NANOS)) {
                failures.add(new AssertionError("a task does not end"));
            }
        }
        if (!failures.isEmpty()) {
            throw new AssertionError(
                    failures.size() + " tasks failed: " + failures.getFirst(), failures.getFirst());
        }
    }

    private void run(Body body) {
        try {
            body.run();
        } catch (Throwable e) {
            failures.add(e);
        }
    }
}
