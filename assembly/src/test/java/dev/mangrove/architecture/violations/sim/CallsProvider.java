package dev.mangrove.architecture.violations.sim;

import dev.mangrove.architecture.violations.sim.request.Posting;

final class CallsProvider {
    final Posting posting = new Posting();
}
