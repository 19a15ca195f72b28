package dev.mangrove.contract.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.Mangrove;
import dev.mangrove.contract.ordered.fixture.ContractMachines;
import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.RealMachine;
import dev.mangrove.contract.ordered.fixture.ServerPool;
import dev.mangrove.contract.ordered.fixture.SimMachines;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.bytes.BytesRange;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.params.ParameterizedTest;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** The memory that servers grant to an index stays flat while values change their sizes. */
final class ChurnedBytesTest {
    private static final int SERVERS = 3;
    private static final int CHANGES = TestSize.MATRIX ? 4_000 : 2_000;
    private static final int KEYS = 120;
    private static final int LONGEST_VALUE = 20_000;

    /** Changes between two looks at the servers' memory. */
    private static final int LOOK_EVERY = 50;

    /**
     * Most granted bytes for each byte of values, at the most of both. Chosen: extents have sizes
     * an eighth apart, pages are half full, and grants double.
     */
    private static final int MOST_FOR_EACH = 3;

    /** Of each server: pages, and what clients have in their hands. */
    private static final long ALLOWANCE = 1 << 20;

    @ParameterizedTest
    @Places({
        "sim coarse",
        "shm coarse",
        "tcp coarse",
        "sim sherman",
        "sim cell",
        "shm sherman",
        "shm cell",
        "tcp sherman",
        "tcp cell",
        "sim fine",
        "shm fine",
        "tcp fine"
    })
    void shouldUseNoMoreMemoryThanValuesNeedWhenTheirSizesChange(String where) throws Throwable {
        String fabric = where.split(" ", 2)[0];
        String design = where.split(" ", 2)[1];
        BytesOptions options =
                BytesOptions.DEFAULT
                        .withDesign(Design.of(design))
                        .withPageSize(1024)
                        .withFanout(12);
        try (ContractMachines machines =
                fabric.equals("sim") ? new SimMachines(1) : new RealMachine(fabric)) {
            machines.run(
                    () -> {
                        try (ServerPool pool =
                                        new ServerPool(
                                                machines, SERVERS, 8 * AddressSpace.CHUNK_BYTES);
                                IndexClient client = pool.connect(machines.home())) {
                            churn(client.mangrove(), options);
                        }
                    });
        }
    }

    private static void churn(Mangrove mangrove, BytesOptions options) {
        Map<String, Integer> lengths = new HashMap<>();
        SplittableRandom random = new SplittableRandom(1);
        long live = 0;
        long mostLive = 0;
        long peak = 0;
        try (Session session = ClientAccess.of(mangrove).session();
                BytesIndex index = mangrove.createBytes("churned", options)) {
            long before = used(session);
            for (int i = 0; i < CHANGES; i++) {
                String name = "user:%04d".formatted(random.nextInt(KEYS));
                byte[] key = Arrays.copyOf(name.getBytes(UTF_8), 8 + 3 * name.charAt(8));
                Integer length = lengths.remove(name);
                live -= length == null ? 0 : length;
                if (random.nextInt(4) == 0) {
                    assertThat(index.delete(key)).isEqualTo(length != null);
                } else {
                    int next = random.nextInt(random.nextInt(8) == 0 ? 10 : LONGEST_VALUE);
                    assertThat(index.put(key, new byte[next])).isEqualTo(length == null);
                    lengths.put(name, next);
                    live += next;
                }
                mostLive = Math.max(mostLive, live);
                peak = i % LOOK_EVERY == 0 ? Math.max(peak, used(session) - before) : peak;
            }
            assertThat(Math.max(peak, used(session) - before))
                    .as("granted bytes at their most; of values, at their most: %d", mostLive)
                    .isPositive()
                    .isLessThanOrEqualTo(MOST_FOR_EACH * mostLive + SERVERS * ALLOWANCE);
            assertThat(index.count(BytesRange.all())).isEqualTo(lengths.size());
            assertThat(index.verify().orThrow().spare()).isZero();
        }
    }

    private static long used(Session session) {
        long used = 0;
        for (int server = 0; server < SERVERS; server++) {
            used += session.status(server).memoryUsed();
        }
        return used;
    }
}
