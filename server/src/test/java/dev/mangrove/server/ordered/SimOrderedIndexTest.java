package dev.mangrove.server.ordered;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.Stream;

/** Ordered indexes keep their contract on the simulated fabric. */
@ParameterizedClass(name = "{0}")
@MethodSource("grounds")
final class SimOrderedIndexTest extends OrderedIndexContract {
    SimOrderedIndexTest(Ground ground) {
        super(ground);
    }

    static Stream<Ground> grounds() {
        return Ground.on("sim");
    }
}
