package dev.mangrove.architecture.violations.fabric;

import dev.mangrove.architecture.violations.server.KnowsProvider;

final class LooksUp {
    KnowsProvider server = new KnowsProvider();
}
