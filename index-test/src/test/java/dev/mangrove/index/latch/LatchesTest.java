package dev.mangrove.index.latch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** A latch of any kind has one holder at a time. */
final class LatchesTest {
    private static final int THREADS = 4;
    private static final int PAGES = 3;
    private static final int ROUNDS = 20_000;

    /** Kinds of latch. */
    enum Kind {
        /** In memory that several processes may have mapped; each thread is a session. */
        SHARED {
            @Override
            IntFunction<Latches> table() {
                MemorySegment memory =
                        Arena.ofAuto().allocate(AddressSpace.LATCHES_END, Long.BYTES);
                ToyHost host = new ToyHost(true);
                return number ->
                        new SharedLatches(
                                memory,
                                new LatchOwner(number + 1),
                                new LatchWait(host, (word, keepOut) -> false, true));
            }
        },
        /** In one process. */
        LOCAL {
            @Override
            IntFunction<Latches> table() {
                Latches latches = new LocalLatches(Host.system());
                return number -> latches;
            }
        };

        /** Creates a table; the function returns each thread's access to it. */
        abstract IntFunction<Latches> table();
    }

    @ParameterizedTest
    @EnumSource
    void shouldLetOneIn(Kind kind) throws InterruptedException, ExecutionException {
        IntFunction<Latches> table = kind.table();
        long[] entered = new long[PAGES];
        List<Callable<Void>> bodies = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Latches latches = table.apply(thread);
            bodies.add(
                    () -> {
                        for (int i = 0; i < ROUNDS; i++) {
                            int page = i % PAGES;
                            latches.acquire(pointer(page), LatchOwner.FREE);
                            entered[page]++;
                            latches.release(pointer(page));
                        }
                        return null;
                    });
        }
        run(bodies);
        long sum = 0;
        for (long count : entered) {
            sum += count;
        }
        assertThat(sum).isEqualTo((long) THREADS * ROUNDS);
    }

    @ParameterizedTest
    @EnumSource
    void shouldLetInOneOfTheThreadsThatOnlyTry(Kind kind)
            throws InterruptedException, ExecutionException {
        IntFunction<Latches> table = kind.table();
        long[] entered = new long[1];
        long[] succeeded = new long[THREADS];
        List<Callable<Void>> bodies = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int number = thread;
            Latches latches = table.apply(thread);
            bodies.add(
                    () -> {
                        for (int i = 0; i < ROUNDS; i++) {
                            if (latches.tryAcquire(pointer(0)) != LatchOwner.FREE) {
                                entered[0]++;
                                succeeded[number]++;
                                latches.release(pointer(0));
                            }
                        }
                        return null;
                    });
        }
        run(bodies);
        long sum = 0;
        for (long count : succeeded) {
            sum += count;
        }
        assertThat(entered[0]).isEqualTo(sum).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void shouldHoldALatchUntilItIsReleased(Kind kind) {
        IntFunction<Latches> table = kind.table();
        Latches first = table.apply(0);
        Latches second = table.apply(1);
        first.acquire(pointer(0), LatchOwner.FREE);
        assertThat(second.tryAcquire(pointer(0))).isEqualTo(LatchOwner.FREE);
        assertThat(first.tryAcquire(pointer(0))).isEqualTo(LatchOwner.FREE);
        assertThat(second.tryAcquire(pointer(1))).isNotEqualTo(LatchOwner.FREE);
        first.release(pointer(0));
        assertThat(second.tryAcquire(pointer(0))).isNotEqualTo(LatchOwner.FREE);
    }

    private static long pointer(int page) {
        return PagePointer.of(Address.of(0x101, AddressSpace.FIRST_CHUNK + 512L * page), 1);
    }

    private static void run(List<Callable<Void>> bodies)
            throws InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newFixedThreadPool(bodies.size())) {
            for (Future<Void> end : threads.invokeAll(bodies)) {
                end.get();
            }
        }
    }
}
