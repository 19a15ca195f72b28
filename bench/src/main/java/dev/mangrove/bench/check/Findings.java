package dev.mangrove.bench.check;

import java.util.ArrayList;
import java.util.List;

/** What the clients of one run have done and noticed. All run in one thread. */
final class Findings {
    private static final int MOST = 20;

    private final List<String> violations = new ArrayList<>();
    private long operations;
    private long ticks;

    /** Numbers the events of a run in their true order. */
    long tick() {
        return ++ticks;
    }

    void operation() {
        operations++;
    }

    long operations() {
        return operations;
    }

    /** Notes a promise that was broken. */
    void violation(String what) {
        if (violations.size() < MOST) {
            violations.add(what);
        }
    }

    List<String> violations() {
        return violations;
    }
}
