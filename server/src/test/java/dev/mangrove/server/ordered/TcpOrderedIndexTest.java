package dev.mangrove.server.ordered;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.Stream;

/** Ordered indexes keep their contract on TCP. */
@ParameterizedClass(name = "{0}")
@MethodSource("grounds")
final class TcpOrderedIndexTest extends OrderedIndexContract {
    TcpOrderedIndexTest(Ground ground) {
        super(ground);
    }

    /** Several servers only: one adds nothing that several do not show, and takes as long. */
    static Stream<Ground> grounds() {
        return Ground.on("tcp").filter(ground -> ground.servers() > 1);
    }
}
