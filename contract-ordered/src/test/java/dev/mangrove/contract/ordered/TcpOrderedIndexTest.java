package dev.mangrove.contract.ordered;

import dev.mangrove.contract.ordered.fixture.TestBed;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.ordered.Design;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

/** Ordered indexes fulfil their contract on TCP. */
@ParameterizedClass(name = "{0}")
@MethodSource("testBeds")
final class TcpOrderedIndexTest extends OrderedIndexContract {
    TcpOrderedIndexTest(TestBed testBed) {
        super(testBed);
    }

    /**
     * Several servers only: one server tests less and takes as long. At small size one design whose
     * server writes pages, and one whose clients do.
     */
    static Stream<TestBed> testBeds() {
        Set<Design> designs =
                TestSize.FULL
                        ? EnumSet.allOf(Design.class)
                        : EnumSet.of(Design.COARSE, Design.SHERMAN);
        return TestBed.on("tcp")
                .filter(testBed -> testBed.servers() > 1 && designs.contains(testBed.design()));
    }
}
