package dev.mangrove.architecture.violations.index.ordered;

import dev.mangrove.architecture.violations.index.latch.Latch;

import java.util.List;

public final class ShowsInternals {
    public List<Latch> latches() {
        return List.of();
    }

    public int take(Latch latch) {
        return latch.hashCode();
    }
}
