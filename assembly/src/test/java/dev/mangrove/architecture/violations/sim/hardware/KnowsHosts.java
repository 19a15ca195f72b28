package dev.mangrove.architecture.violations.sim.hardware;

import dev.mangrove.architecture.violations.sim.Simulator;

final class KnowsHosts {
    final Simulator simulator = new Simulator();
}
