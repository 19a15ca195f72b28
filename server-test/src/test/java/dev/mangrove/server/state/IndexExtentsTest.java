package dev.mangrove.server.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Address;
import dev.mangrove.index.bytes.spread.SpreadPointer;
import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.server.memory.Grant;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A server frees the extents that clients have lost, and no others. */
final class IndexExtentsTest {
    private static final int SERVER = 3;
    private static final int SIZE = 2;

    private final Object client = "client";
    private final Object other = "other";
    private long next = 1 << 20;
    private boolean gone;
    private IndexExtents extents;

    @BeforeEach
    void begin() {
        extents = new IndexExtents(SERVER, new ExtentAllocator(this::grant));
        extents.join(client, () -> gone);
        extents.join(other, () -> false);
    }

    private Grant grant(long wanted, long least) {
        long address = Address.of(1, next);
        next += wanted;
        return new Grant(address, wanted);
    }

    private List<Long> take(Object by, Long... inHand) {
        return extents.take(by, SIZE, 1, true, List.of(inHand));
    }

    private long lost() {
        return extents.end(extents.search(true), true);
    }

    @Test
    void shouldKeepWhatAClientHasInHandWhenItTakesMore() {
        long first = take(client).getFirst();
        long second = take(client, first).getFirst();
        assertThat(lost()).isZero();
        assertThat(take(client, first, second)).doesNotContain(first, second);
        assertThat(lost()).isZero();
        assertThat(take(client)).isNotEmpty();
        assertThat(lost()).as("all but the last").isEqualTo(3);
    }

    @Test
    void shouldKeepWhatIsFoundInTheTree() {
        long stored = take(client).getFirst();
        take(client);
        long search = extents.search(true);
        assertThat(extents.found(search, List.of(stored))).isEmpty();
        assertThat(extents.end(search, true)).isZero();
        assertThat(extents.allocated()).isEqualTo(2);
    }

    @Test
    void shouldIgnoreExtentsThatAreFreedTwiceOrBelongToAnother() {
        long first = take(client).getFirst();
        extents.free(List.of(first, first), false);
        assertThat(extents.allocated()).isZero();
        long second = take(other).getFirst();
        assertThat(SpreadPointer.offset(second)).isEqualTo(SpreadPointer.offset(first));
        extents.free(List.of(first), false);
        assertThat(extents.allocated()).isOne();
        assertThat(take(client)).doesNotContain(second);
        assertThat(extents.allocated()).as("the other's grant is not published").isEqualTo(2);
        assertThat(lost()).isZero();
    }

    @Test
    void shouldFreeExtentsOfAClientOnlyWhenItIsGone() {
        long stored = take(client).getFirst();
        take(client, stored);
        extents.departed(client);
        assertThat(extents.end(extents.search(false), true)).as("it may still store").isZero();
        gone = true;
        long search = extents.search(false);
        assertThat(extents.found(search, List.of(stored))).isEmpty();
        assertThat(extents.end(search, true)).isOne();
        assertThat(extents.search(false)).as("nothing is lost").isZero();
        assertThat(lost()).as("lost by another client later").isOne();
        assertThat(extents.allocated()).isZero();
    }

    @Test
    void shouldFreeNothingWhenAnotherSearchHasBegun() {
        take(client);
        take(client);
        long first = extents.search(true);
        long second = extents.search(true);
        assertThat(extents.end(first, true)).isEqualTo(IndexExtents.SUPERSEDED);
        assertThat(extents.end(second, false)).isOne();
        assertThat(extents.allocated()).isEqualTo(2);
    }

    @Test
    void shouldSearchWhenAClientSaysThatItHasLostSome() {
        assertThat(extents.search(false)).isZero();
        extents.free(List.of(), true);
        assertThat(extents.search(false)).as("this one may not end").isPositive();
        assertThat(extents.end(extents.search(false), true)).isZero();
        assertThat(extents.search(false)).isZero();
    }

    @Test
    void shouldForgetNothingWhenExtentsComeAndGo() {
        GrantedExtents table = new GrantedExtents();
        Map<Long, Integer> model = new HashMap<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 20_000; i++) {
            long extent = ExtentPointer.of(Address.of(1, 64 + 64L * random.nextInt(500)), 7, 0);
            int holder = 1 + random.nextInt(3);
            long pointer = SpreadPointer.of(SERVER, extent);
            boolean there = model.containsKey(extent);
            assertThat(table.extent(SERVER, pointer)).isEqualTo(there ? extent : 0);
            if (there) {
                assertThat(table.isHeldBy(extent, model.remove(extent))).isTrue();
                table.remove(extent);
            } else {
                table.add(extent, holder);
                model.put(extent, holder);
            }
            assertThat(table.size()).isEqualTo(model.size());
        }
    }
}
