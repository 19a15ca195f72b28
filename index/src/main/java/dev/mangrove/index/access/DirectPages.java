package dev.mangrove.index.access;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.latch.LatchOwner;
import dev.mangrove.index.latch.LatchQueue;
import dev.mangrove.index.latch.LatchTable;
import dev.mangrove.index.latch.Latches;
import dev.mangrove.index.page.LinesInPlace;
import dev.mangrove.index.page.PageFormat;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageOutline;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/** Pages in memory that this process can address: its own, or mapped. */
final class DirectPages extends ServerPages {
    private final MemorySegment memory;
    private final PageFormat format;
    private final int pageSize;
    private final Latches latches;
    private final @Nullable LatchQueue queue;
    private @Nullable LinesInPlace finds;

    @SuppressWarnings("unused") // Kept so that what is fetched ahead is fetched.
    private long ahead;

    /** Creates access to pages in memory. If the queue is not null, threads queue for latches. */
    DirectPages(
            MemorySegment memory, PageFormat format, Latches latches, @Nullable LatchQueue queue) {
        this.memory = memory;
        this.format = format;
        this.pageSize = format.pageSize();
        this.latches = latches;
        this.queue = queue;
    }

    /** Prefetches two lines at the same time that a search reads one after the other. */
    @Override
    void expect(long pointer, long key) {
        ahead = format.fetch(memory, offset(pointer), key);
    }

    /** As {@link #expect}, and the latch's word, which the thread acquires first. */
    @Override
    void expectChange(long pointer, long key) {
        ahead = format.fetch(memory, offset(pointer), key) ^ latches.fetch(pointer);
    }

    @Override
    void expectAll(long pointer) {
        long base = offset(pointer);
        if (base <= memory.byteSize() - pageSize) {
            ahead = PageView.fetchAll(memory, base, pageSize);
        }
    }

    @Override
    void open(long pointer, PageView view) {
        view.inPlace(memory, offset(pointer), pointer);
    }

    @Override
    void begin(long pointer, PageView view) {}

    @Override
    void start() {}

    @Override
    void finish(long pointer, PageView view) {
        open(pointer, view);
    }

    @Override
    void beginOutline(long pointer, PageOutline outline) {
        outline.inPlace(memory, offset(pointer), pointer);
    }

    @Override
    void startOutlines() {}

    @Override
    void finishOutlines() {}

    @Override
    boolean beginFind(int number, long pointer, long key) {
        if (!format.hasWordKeys()) {
            return false;
        }
        LinesInPlace made = finds;
        if (made == null) {
            made = new LinesInPlace(memory, pageSize);
            finds = made;
        }
        made.add(number, pointer, key);
        return true;
    }

    @Override
    long finishFinds(PageView view, long[] values) {
        return finds == null ? 0 : finds.find(view.tag(), values);
    }

    @Override
    void abandon() {
        if (finds != null) {
            finds.clear();
        }
    }

    @Override
    void lock(long pointer, LockedPage page) {
        page.release();
        try {
            page.claim(this, pointer, LatchOwner.FREE);
            if (queue != null) {
                queue.enter(pointer, LatchTable.address(pointer), page.turn());
            }
            page.word = latches.acquire(pointer, page.turn().handed());
            locked(pointer, page);
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        }
    }

    @Override
    boolean tryLock(long pointer, LockedPage page) {
        page.release();
        try {
            page.claim(this, pointer, LatchOwner.FREE);
            boolean first =
                    queue == null
                            || queue.tryEnter(pointer, LatchTable.address(pointer), page.turn());
            page.word = first ? latches.tryAcquire(pointer) : LatchOwner.FREE;
            if (page.word != LatchOwner.FREE) {
                locked(pointer, page);
                return true;
            }
            page.release();
            return false;
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        }
    }

    private void locked(long pointer, LockedPage page) {
        long base = offset(pointer);
        page.view().stable(memory, base, pointer);
        page.editor().through(page.inPlace().at(memory, base));
    }

    /** Later stores into a page have release order, so they are visible after these. */
    @Override
    void carry(long address, MemorySegment from, int bytes) {
        long base = Address.offset(address);
        for (long at = 0; at < bytes; at += Long.BYTES) {
            SharedWords.plain(memory, base + at, SharedWords.plain(from, at));
        }
    }

    @Override
    void writeAhead(long pointer, PageImage image) {
        write(pointer, image);
    }

    @Override
    void write(long pointer, PageImage image) {
        image.copyTo(memory, offset(pointer));
    }

    @Override
    boolean collect(long pointer, PageImage image) {
        return false;
    }

    @Override
    @Nullable PageWrites unwritten() {
        return null;
    }

    @Override
    void flush() {}

    @Override
    void unlock(LockedPage page) {
        long pointer = page.view().pointer();
        assert page.isLocked() && page.word != LatchOwner.FREE : PagePointer.toString(pointer);
        if (queue == null) {
            latches.release(pointer);
        } else if (queue.mayHandOn(page.turn())) {
            queue.leave(pointer, page.turn(), page.word);
        } else {
            latches.release(pointer);
            queue.leave(pointer, page.turn(), LatchOwner.FREE);
        }
        settle();
    }

    @Override
    void release(LockedPage page) {
        latches.release(page.pointer(), page.word);
        latches.release(page.pointer(), page.turn().handed());
        if (queue != null) {
            queue.leave(page.pointer(), page.turn(), LatchOwner.FREE);
        }
        settle();
    }

    /**
     * Full fence: makes the change visible to all threads before this thread's next load. A
     * processor lets a load overtake earlier stores, so without the fence two threads that each put
     * and then get could both miss the other's put. The fence comes after the release of the latch,
     * so that no waiter waits for it.
     */
    private static void settle() {
        SharedWords.fullFence();
    }

    private static long offset(long pointer) {
        return PagePointer.offset(pointer);
    }
}
