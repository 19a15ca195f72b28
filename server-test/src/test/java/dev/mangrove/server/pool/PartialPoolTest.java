package dev.mangrove.server.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys of an index are divided evenly among several servers, also when one of them is lost. */
final class PartialPoolTest {
    private static final int KEYS = 300;

    @RegisterExtension final Pools pools = new Pools("shm");

    @ParameterizedTest
    @EnumSource(
            value = Design.class,
            names = {"COARSE", "HYBRID"})
    void shouldServeTheSharesThatAreThereWhenAServerIsLost(Design design) {
        MemoryServer first = pools.start();
        MemoryServer second = pools.start(options -> options.withJoin(pools.uri(first)));
        try (Mangrove mangrove = pools.connect(first)) {
            pools.until(() -> ClientAccess.of(mangrove).members().size() == 2);
            try (OrderedIndex view = mangrove.createOrdered("keys", OrderedOptions.of(design))) {
                for (long key = 0; key < KEYS; key++) {
                    view.put(key, key);
                }
            }
        }
        second.close();
        try (Mangrove mangrove = pools.connect(first)) {
            pools.until(() -> !ClientAccess.of(mangrove).members().get(1).alive());
            try (OrderedIndex view = mangrove.openOrdered("keys")) {
                int served = 0;
                for (long key = 0; key < KEYS; key++) {
                    served += isServed(view, key) ? 1 : 0;
                }
                // About half; hybrid distributes leaves over both servers, independently of shares.
                assertThat(served).isBetween(design == Design.HYBRID ? 1 : KEYS / 3, KEYS * 2 / 3);
                assertThatThrownBy(() -> view.range(RangeQuery.all()).next())
                        .isInstanceOf(MangroveException.class)
                        .hasMessageContaining("share 2 of 2 of index keys")
                        .hasMessageContaining("server 1");
            }
        }
    }

    private static boolean isServed(OrderedIndex view, long key) {
        try {
            return view.getOrDefault(key, -1) == key;
        } catch (MangroveException e) {
            assertThat(e).hasMessageContaining("server 1");
            return false;
        }
    }
}
