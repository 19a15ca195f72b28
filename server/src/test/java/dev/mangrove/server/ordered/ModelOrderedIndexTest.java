package dev.mangrove.server.ordered;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.Stream;

/** The contract is sound: a TreeMap keeps it. */
@ParameterizedClass(name = "{0}")
@MethodSource("grounds")
final class ModelOrderedIndexTest extends OrderedIndexContract {
    ModelOrderedIndexTest(Ground ground) {
        super(ground);
    }

    static Stream<Ground> grounds() {
        return Ground.on(Ground.MODEL).limit(1);
    }
}
