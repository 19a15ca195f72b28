package dev.mangrove.architecture.violations.index.page;

import dev.mangrove.architecture.violations.index.latch.Latch;

final class LooksUp {
    final Latch latch = new Latch();
}
