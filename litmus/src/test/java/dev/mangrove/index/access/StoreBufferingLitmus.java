package dev.mangrove.index.access;

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
import dev.mangrove.litmus.Meeting;
import dev.mangrove.litmus.Slots;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

/** Outcomes: whether the first and the second thread see the change of the other. */
@JCStressTest
@State
@Description("Each thread changes its own page in place, and then reads the page of the other.")
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "Each sees the other's change.")
@Outcome(
        id = {"true, false", "false, true"},
        expect = Expect.ACCEPTABLE,
        desc = "One thread has read before the other's change.")
@Outcome(
        id = "false, false",
        expect = Expect.FORBIDDEN,
        desc = "No order of the four operations explains this: a read has passed a change.")
public class StoreBufferingLitmus {
    private static final int PAGE_BYTES = 1024;
    private static final int TAG = 7;
    private static final long KEY = 5;
    private static final int REGION = 0x101;

    /** All pages, from the middle on; the latches are before them. */
    private static final MemorySegment MEMORY =
            Arena.ofAuto().allocate(AddressSpace.CHUNK_BYTES, Page.LINE);

    private static final AtomicLong NEXT_PAGE = new AtomicLong(AddressSpace.CHUNK_BYTES / 2);
    private static final Slots<Pair> PAIRS = new Slots<>(Pair::new);

    private final Pair pair = PAIRS.take();
    private final Meeting meeting = new Meeting();

    private static final class Pair {
        private final Side first = new Side(1);
        private final Side second = new Side(2);
        private long round = 1;
    }

    /** A page and the thread that changes it. */
    private static final class Side {
        private final long pointer =
                PagePointer.of(Address.of(REGION, NEXT_PAGE.getAndAdd(PAGE_BYTES)), 1);
        private final DirectPages pages;
        private final LockedPage locked =
                new LockedPage(Host.system(), new WordFormat(PAGE_BYTES, TAG), null);
        private final PageView view = new WordPageView(PAGE_BYTES, TAG);

        Side(int session) {
            LatchWait wait = new LatchWait(Host.system(), (word, keepOut) -> false, false);
            SharedLatches latches = new SharedLatches(MEMORY, new LatchOwner(session), wait);
            pages = new DirectPages(MEMORY, new WordFormat(PAGE_BYTES, TAG), latches, null);
            MemorySegment image = Arena.ofAuto().allocate(PAGE_BYTES, Long.BYTES);
            pages.write(
                    pointer,
                    new WordPageImage(image, PAGE_BYTES, TAG)
                            .unbounded(pointer, Page.LEAF, Long.MIN_VALUE));
            pages.lock(pointer, locked);
            locked.editor().fill(0, KEY, 0);
            locked.unlock();
        }

        void change(long value) {
            pages.lock(pointer, locked);
            locked.editor().value(locked.view().find(KEY), value);
            locked.unlock();
        }

        long read(Side other) {
            long value;
            // Ends: the other thread changes its page once.
            do {
                pages.open(other.pointer, view);
                value = view.value(view.find(KEY));
            } while (!view.isValid());
            return value;
        }
    }

    @Actor
    public void first(ZZ_Result r) {
        meeting.meetAsFirst();
        pair.first.change(pair.round);
        r.r1 = pair.first.read(pair.second) == pair.round;
    }

    @Actor
    public void second(ZZ_Result r) {
        meeting.meetAsSecond();
        pair.second.change(pair.round);
        r.r2 = pair.second.read(pair.first) == pair.round;
    }

    @Arbiter
    public void end(ZZ_Result r) {
        pair.round++;
        PAIRS.giveBack(pair);
    }
}
