package dev.mangrove.architecture.violations.cli;

import dev.mangrove.architecture.violations.fabric.sim.Simulator;

final class KnowsSimulator {
    final Simulator simulator = new Simulator();
}
