package dev.mangrove.index.latch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

final class LatchQueueTest {
    private static final long PAGE = PagePointer.of(Address.of(0x101, AddressSpace.FIRST_CHUNK), 1);
    private static final long LATCH = LatchTable.address(PAGE);
    private static final long OTHER_LATCH = LATCH + 8;
    private static final int THREADS = 4;
    private static final int ROUNDS = 20_000;
    private static final long WORD = 77;

    private final LatchQueue queue = new LatchQueue();
    private final LatchQueueNode first = new LatchQueueNode(Host.system());
    private final LatchQueueNode second = new LatchQueueNode(Host.system());

    @Test
    void shouldLetTheFirstInAtOnceWithNothingHandedOn() {
        queue.enter(PAGE, LATCH, first);
        assertThat(first.handed()).isEqualTo(LatchOwner.FREE);
        assertThat(queue.mayHandOn(first)).isFalse();
        queue.leave(PAGE, first, LatchOwner.FREE);
        assertThat(queue.tryEnter(PAGE, LATCH, second)).isTrue();
    }

    @Test
    void shouldRefuseATryWhileAnotherThreadIsInTheQueue() {
        queue.enter(PAGE, LATCH, first);
        assertThat(queue.tryEnter(PAGE, LATCH, second)).isFalse();
        queue.leave(PAGE, first, LatchOwner.FREE);
        assertThat(queue.tryEnter(PAGE, LATCH, second)).isTrue();
        assertThat(queue.tryEnter(PAGE, LATCH, first)).isFalse();
    }

    @Test
    void shouldHandALatchOnOnlyToAThreadThatWantsTheSame()
            throws InterruptedException, ExecutionException {
        for (long wanted : new long[] {LATCH, OTHER_LATCH}) {
            queue.enter(PAGE, LATCH, first);
            try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
                Future<Long> handed =
                        threads.submit(
                                () -> {
                                    queue.enter(PAGE, wanted, second);
                                    return second.handed();
                                });
                while (first.next() == null) {
                    Thread.onSpinWait();
                }
                boolean on = queue.mayHandOn(first);
                queue.leave(PAGE, first, on ? WORD : LatchOwner.FREE);
                assertThat(handed.get()).isEqualTo(wanted == LATCH ? WORD : LatchOwner.FREE);
            }
            queue.leave(PAGE, second, LatchOwner.FREE);
        }
    }

    /**
     * Each holder stores the word that it hands over, so that the next one can check that its
     * predecessor held the latch.
     */
    @Test
    void shouldHandOnInOrderAndOnlySoOftenInARow() throws InterruptedException, ExecutionException {
        int[] inside = new int[1];
        long[] longest = new long[1];
        long[] handedOn = new long[1];
        List<Callable<Void>> bodies = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            LatchQueueNode turn = new LatchQueueNode(Host.system());
            bodies.add(
                    () -> {
                        for (int i = 0; i < ROUNDS; i++) {
                            queue.enter(PAGE, LATCH, turn);
                            assertThat(++inside[0]).isEqualTo(1);
                            handedOn[0] = turn.handed() == WORD ? handedOn[0] + 1 : 0;
                            longest[0] = Math.max(longest[0], handedOn[0]);
                            boolean on = queue.mayHandOn(turn);
                            inside[0]--;
                            queue.leave(PAGE, turn, on ? WORD : LatchOwner.FREE);
                        }
                        return null;
                    });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (Future<Void> end : threads.invokeAll(bodies, 60, TimeUnit.SECONDS)) {
                end.get();
            }
        }
        assertThat(longest[0]).isBetween(1L, 4L);
        assertThat(queue.tryEnter(PAGE, LATCH, first)).isTrue();
    }
}
