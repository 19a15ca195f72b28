package dev.mangrove.check.stress;

import java.util.ArrayList;
import java.util.List;

/** Faults that the parent has injected, and violations that it has found. */
final class StressTally {
    private static final int KEPT = 20;

    private final List<String> violations = new ArrayList<>();
    private long violationCount;
    private int kills;
    private int pauses;
    private int restarts;
    private int lostConnections;

    void killed() {
        kills++;
    }

    void paused() {
        pauses++;
    }

    void restarted() {
        restarts++;
    }

    void lostConnection() {
        lostConnections++;
    }

    /** Adds a violation. */
    void violation(String what) {
        violationCount++;
        if (violations.size() < KEPT) {
            violations.add(what);
        }
    }

    int kills() {
        return kills;
    }

    int pauses() {
        return pauses;
    }

    int restarts() {
        return restarts;
    }

    int lostConnections() {
        return lostConnections;
    }

    long violationCount() {
        return violationCount;
    }

    /** The first violations. */
    List<String> violations() {
        return List.copyOf(violations);
    }
}
