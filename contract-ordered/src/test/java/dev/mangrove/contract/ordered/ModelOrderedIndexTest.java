package dev.mangrove.contract.ordered;

import dev.mangrove.contract.ordered.fixture.TestBed;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.Stream;

/** A TreeMap fulfils the contract, so the contract is consistent. */
@ParameterizedClass(name = "{0}")
@MethodSource("testBeds")
final class ModelOrderedIndexTest extends OrderedIndexContract {
    ModelOrderedIndexTest(TestBed testBed) {
        super(testBed);
    }

    static Stream<TestBed> testBeds() {
        return TestBed.on(TestBed.MODEL).limit(1);
    }
}
