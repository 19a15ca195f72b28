package dev.mangrove.check;

import java.util.ArrayList;
import java.util.List;

/** Operations and violations of one run; the simulator runs all clients in one thread. */
public final class Findings {
    private static final int MOST = 20;

    private final List<String> violations = new ArrayList<>();
    private long operations;
    private long ticks;

    /** Numbers the events of a run in their true order. */
    public long tick() {
        return ++ticks;
    }

    public void operation() {
        operations++;
    }

    public long operations() {
        return operations;
    }

    /** Adds a violation. */
    public void violation(String what) {
        if (violations.size() < MOST) {
            violations.add(what);
        }
    }

    public List<String> violations() {
        return violations;
    }
}
