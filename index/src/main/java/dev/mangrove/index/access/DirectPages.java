package dev.mangrove.index.access;

import dev.mangrove.fabric.Address;
import dev.mangrove.index.latch.Latches;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

import java.lang.foreign.MemorySegment;

/** Pages in memory that this process can address: its own, or mapped. */
final class DirectPages extends ServerPages {
    private final MemorySegment memory;
    private final Latches latches;

    DirectPages(MemorySegment memory, Latches latches) {
        this.memory = memory;
        this.latches = latches;
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
    void lock(long pointer, LockedPage page) {
        latches.acquire(pointer);
        locked(pointer, page);
    }

    @Override
    boolean tryLock(long pointer, LockedPage page) {
        if (!latches.tryAcquire(pointer)) {
            return false;
        }
        locked(pointer, page);
        return true;
    }

    private void locked(long pointer, LockedPage page) {
        long base = offset(pointer);
        page.view().stable(memory, base, pointer);
        page.held(this, page.inPlace().at(memory, base));
    }

    @Override
    void write(long pointer, PageImage image) {
        image.copyTo(memory, offset(pointer));
    }

    @Override
    void hint(long pointer, long head) {
        new DirectStore().at(memory, offset(pointer)).word(Page.HEAD, head);
    }

    @Override
    void flush() {}

    @Override
    void unlock(long pointer) {
        latches.release(pointer);
    }

    @Override
    void release(long pointer) {
        latches.release(pointer);
    }

    private static long offset(long pointer) {
        return Address.offset(PagePointer.address(pointer));
    }
}
