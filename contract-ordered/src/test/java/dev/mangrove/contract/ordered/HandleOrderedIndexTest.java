package dev.mangrove.contract.ordered;

import dev.mangrove.contract.ordered.fixture.TestBed;
import dev.mangrove.index.TestSize;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.Stream;

/** Handles for all threads fulfil the contract that views fulfil. */
@ParameterizedClass(name = "{0}")
@MethodSource("testBeds")
final class HandleOrderedIndexTest extends OrderedIndexContract {
    HandleOrderedIndexTest(TestBed testBed) {
        super(testBed);
    }

    static Stream<TestBed> testBeds() {
        Stream<String> fabrics = TestSize.FULL ? Stream.of("sim", "shm", "tcp") : Stream.of("sim");
        return fabrics.map(TestBed::ofHandles);
    }
}
