package dev.mangrove.index.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.latch.LatchOwner;
import dev.mangrove.index.latch.LatchWait;
import dev.mangrove.index.latch.SharedLatches;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.page.WordFormat;
import dev.mangrove.index.page.WordPageImage;
import dev.mangrove.index.page.WordPageView;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The store-buffering litmus test on real threads: each changes its own page in place and then
 * reads the other's. If a read may overtake the change before it, both threads can miss the other's
 * change, which no order of the four operations explains. The frequency depends on how long both
 * threads run at the same time; without the fence about ten in ten million rounds were seen.
 */
final class StoreBufferingTest {
    private static final int ROUNDS = 8_000_000;
    private static final int PAGE_BYTES = 1024;
    private static final int TAG = 7;
    private static final long KEY = 5;
    private static final long FIRST = PagePointer.of(Address.of(0x101, 4 << 20), 1);
    private static final long SECOND = PagePointer.of(Address.of(0x101, 5 << 20), 1);

    @Test
    @Timeout(300)
    void shouldNotLetAReadPassTheChangeBeforeIt() throws Exception {
        try (Arena arena = Arena.ofShared();
                ExecutorService threads = Executors.newFixedThreadPool(2)) {
            MemorySegment memory = arena.allocate(AddressSpace.CHUNK_BYTES, Page.LINE);
            plant(memory, FIRST);
            plant(memory, SECOND);
            Future<int[]> one = threads.submit(() -> run(memory, 1, FIRST, SECOND));
            Future<int[]> two = threads.submit(() -> run(memory, 2, SECOND, FIRST));

            assertThat(impossibleOrders(one.get(), two.get())).isZero();
        }
    }

    /** Stores 1, 2, … in a page; returns the value of the other page after each change. */
    private static int[] run(MemorySegment memory, int session, long mine, long other) {
        DirectPages pages = pages(memory, session);
        LockedPage locked = new LockedPage(Host.system(), new WordFormat(PAGE_BYTES, TAG), null);
        PageView view = new WordPageView(PAGE_BYTES, TAG);
        int[] seen = new int[ROUNDS + 1];
        for (int round = 1; round <= ROUNDS; round++) {
            pages.lock(mine, locked);
            locked.editor().value(locked.view().find(KEY), round);
            locked.unlock();
            do {
                pages.open(other, view);
                seen[round] = (int) view.value(view.find(KEY));
            } while (!view.isValid());
        }
        return seen;
    }

    /** Number of rounds in which both threads missed the other's change. */
    private static int impossibleOrders(int[] one, int[] two) {
        int impossible = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            int missed = one[round] + 1;
            if (missed <= ROUNDS && two[missed] < round) {
                impossible++;
            }
        }
        return impossible;
    }

    private static DirectPages pages(MemorySegment memory, int session) {
        LatchWait wait = new LatchWait(Host.system(), (word, keepOut) -> false, false);
        SharedLatches latches = new SharedLatches(memory, new LatchOwner(session), wait);
        return new DirectPages(memory, new WordFormat(PAGE_BYTES, TAG), latches, null);
    }

    private static void plant(MemorySegment memory, long pointer) {
        DirectPages pages = pages(memory, 3);
        MemorySegment image = Arena.ofAuto().allocate(PAGE_BYTES, Long.BYTES);
        pages.write(
                pointer,
                new WordPageImage(image, PAGE_BYTES, TAG)
                        .unbounded(pointer, Page.LEAF, Long.MIN_VALUE));
        LockedPage locked = new LockedPage(Host.system(), new WordFormat(PAGE_BYTES, TAG), null);
        pages.lock(pointer, locked);
        locked.editor().fill(0, KEY, 0);
        locked.unlock();
    }
}
