package dev.mangrove.server.ordered;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.Stream;

/** Ordered indexes fulfil their contract on TCP. */
@ParameterizedClass(name = "{0}")
@MethodSource("testBeds")
final class TcpOrderedIndexTest extends OrderedIndexContract {
    TcpOrderedIndexTest(TestBed testBed) {
        super(testBed);
    }

    /** Several servers only: one server tests less and takes as long. */
    static Stream<TestBed> testBeds() {
        return TestBed.on("tcp").filter(testBed -> testBed.servers() > 1);
    }
}
