package dev.mangrove.contract.ordered;

import dev.mangrove.contract.ordered.fixture.TestBed;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.Stream;

/** Ordered indexes fulfil their contract on the simulated fabric. */
@ParameterizedClass(name = "{0}")
@MethodSource("testBeds")
final class SimOrderedIndexTest extends OrderedIndexContract {
    SimOrderedIndexTest(TestBed testBed) {
        super(testBed);
    }

    static Stream<TestBed> testBeds() {
        return TestBed.on("sim");
    }
}
