package dev.mangrove.architecture.violations.cli;

import dev.mangrove.architecture.violations.sim.Simulator;

final class KnowsSimulator {
    final Simulator simulator = new Simulator();
}
