package dev.mangrove.bench.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;

/**
 * Clients insert and delete the same keys again and again, and the server's memory does not grow.
 * Without reclamation the pages would need several times that memory.
 */
final class ChurnTest {
    private static final int KEYS = 500;
    private static final int WARM_UP_ROUNDS = 15;
    private static final int ROUNDS = 60;
    private static final int PAGE_BYTES = 4096;
    private static final int FANOUT = 4;

    @ParameterizedTest
    @MethodSource("designs")
    void shouldKeepMemoryFlatWhenTheSameKeysComeAndGo(Design design) {
        churn(design);
    }

    /** At small size one whose clients reuse pages; the contract has those of servers. */
    private static List<Design> designs() {
        return Boolean.getBoolean("mangrove.full")
                ? List.of(Design.values())
                : List.of(Design.SHERMAN);
    }

    private static void churn(Design design) {
        OrderedOptions options =
                OrderedOptions.of(design).withPageSize(PAGE_BYTES).withFanout(FANOUT);
        try (Mangrove mangrove = Mangrove.embedded();
                OrderedIndex index = mangrove.createOrdered("churn", options)) {
            long before = 0;
            for (int round = 0; round < ROUNDS; round++) {
                comeAndGo(index);
                if (round == WARM_UP_ROUNDS) {
                    before = ClientAccess.of(mangrove).status(0).memoryUsed();
                }
            }
            long pagesEver = (long) ROUNDS * KEYS / FANOUT;
            assertThat(pagesEver * PAGE_BYTES)
                    .as("memory needed without reclamation")
                    .isGreaterThan(3 * AddressSpace.CHUNK_BYTES);
            assertThat(ClientAccess.of(mangrove).status(0).memoryUsed())
                    .isLessThanOrEqualTo(before + AddressSpace.CHUNK_BYTES);
            assertThat(index.verify().faults()).isEmpty();
            assertThat(index.count(Long.MIN_VALUE, Long.MAX_VALUE)).isZero();
        }
    }

    private static void comeAndGo(OrderedIndex index) {
        for (long key = 0; key < KEYS; key++) {
            assertThat(index.put(key, ~key)).isTrue();
        }
        for (long key = 0; key < KEYS; key++) {
            assertThat(index.delete(key)).isTrue();
        }
    }
}
