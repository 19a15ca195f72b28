package dev.mangrove.index.access;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.latch.LatchOwner;
import dev.mangrove.index.latch.LatchTable;
import dev.mangrove.index.latch.LatchWait;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageCopy;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

import java.lang.foreign.MemorySegment;

/** Pages that are reached by verbs: a copy is read, and changes are carried back. */
final class CopiedPages extends ServerPages {
    private static final int COPIES_OF_WORDS = 3;
    private static final int EDIT_REQUESTS = 16;

    /** Pages that can be looked at at once. */
    static final int MOST_AT_ONCE = 64;

    private final Channel channel;
    private final LatchOwner owner;
    private final LatchWait wait;
    private final int pageSize;
    private final boolean wholeLines;
    private final boolean ordered;
    private final boolean trusting;
    private final int copies;
    private final Batch read;
    private final Batch many;
    private final Batch edit;
    private boolean begun;
    private boolean started;

    CopiedPages(Channel channel, LatchOwner owner, LatchWait wait, int pageSize, boolean trusting) {
        this.channel = channel;
        this.owner = owner;
        this.wait = wait;
        this.pageSize = pageSize;
        this.trusting = trusting;
        wholeLines = channel.capabilities().readAtomicity() >= Page.LINE;
        ordered = channel.capabilities().orderedWrites();
        copies = wholeLines ? 1 : COPIES_OF_WORDS;
        read = channel.batch(1 + COPIES_OF_WORDS);
        many = channel.batch(MOST_AT_ONCE * COPIES_OF_WORDS);
        edit = channel.batch(3 * (pageSize / Page.LINE) + EDIT_REQUESTS);
    }

    @Override
    void open(long pointer, PageView view) {
        begin(pointer, view, read.clear());
        read.execute();
        ended(pointer, view);
    }

    @Override
    void begin(long pointer, PageView view) {
        if (!begun) {
            many.clear();
            begun = true;
        }
        begin(pointer, view, many);
    }

    @Override
    void start() {
        if (begun && !started) {
            started = true;
            many.submit();
        }
    }

    @Override
    void finish(long pointer, PageView view) {
        if (started) {
            begun = false;
            started = false;
            many.await();
        }
        ended(pointer, view);
    }

    private void begin(long pointer, PageView view, Batch batch) {
        MemorySegment buffer = buffer(view);
        for (int i = 0; i < copies; i++) {
            batch.read(PagePointer.address(pointer), buffer, (long) i * pageSize, pageSize);
        }
    }

    /** Looks at the copy, and reads again until it is of one piece. */
    private void ended(long pointer, PageView view) {
        MemorySegment buffer = buffer(view);
        long deadline = 0;
        while (!trusting && !isWhole(buffer, pointer)) {
            deadline = checkTime(deadline, pointer);
            begin(pointer, view, read.clear());
            read.execute();
        }
        view.stable(buffer, copies == 1 ? 0 : pageSize, pointer);
    }

    private boolean isWhole(MemorySegment buffer, long pointer) {
        return wholeLines
                ? PageCopy.hasWholeLines(buffer, pointer, pageSize)
                : PageCopy.isBetweenEquals(buffer, pointer, pageSize);
    }

    /** Each further try means that a writer got on with it, unless this is no page at all. */
    private long checkTime(long deadline, long pointer) {
        long now = channel.endpoint().host().nanoTime();
        if (deadline == 0) {
            return now + channel.endpoint().timeoutNanos();
        }
        if (now - deadline >= 0) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT,
                    "the lines of page " + PagePointer.toString(pointer) + " do not agree");
        }
        return deadline;
    }

    @Override
    void lock(long pointer, LockedPage page) {
        long mine = owner.next();
        long expected = LatchOwner.FREE;
        long found = swapAndRead(pointer, page, expected, mine);
        if (found != expected) {
            wait.begin();
        }
        while (found != expected) {
            expected = wait.isLeft(pointer, found) ? found : LatchOwner.FREE;
            found = swapAndRead(pointer, page, expected, mine);
        }
        locked(pointer, page);
    }

    @Override
    boolean tryLock(long pointer, LockedPage page) {
        if (swapAndRead(pointer, page, LatchOwner.FREE, owner.next()) != LatchOwner.FREE) {
            return false;
        }
        locked(pointer, page);
        return true;
    }

    /** One round trip: if the swap succeeds, the copy behind it is of a page that stays so. */
    private long swapAndRead(long pointer, LockedPage page, long expected, long mine) {
        Batch batch = read.clear();
        int swap = batch.compareAndSwap(LatchTable.address(pointer), expected, mine);
        batch.read(PagePointer.address(pointer), buffer(page.view()), 0, pageSize);
        batch.execute();
        return batch.result(swap);
    }

    private void locked(long pointer, LockedPage page) {
        page.view().stable(buffer(page.view()), 0, pointer);
        page.held(this, page.byVerbs().to(this, PagePointer.address(pointer)));
    }

    @Override
    void write(long pointer, PageImage image) {
        read.clear().write(PagePointer.address(pointer), image.memory(), 0, pageSize);
        read.execute();
    }

    @Override
    void hint(long pointer, long head) {
        read.clear().writeLong(PagePointer.address(pointer) + Page.HEAD, head);
        read.execute();
    }

    /** Where changes are collected until they are carried out together. */
    Batch edit() {
        return edit;
    }

    boolean keepsLines() {
        return wholeLines;
    }

    void fence() {
        if (!ordered) {
            flush();
        }
    }

    @Override
    void flush() {
        if (edit.size() > 0) {
            edit.execute();
            edit.clear();
        }
    }

    @Override
    void unlock(long pointer) {
        fence();
        edit.writeLong(LatchTable.address(pointer), LatchOwner.FREE);
        flush();
    }

    @Override
    void release(long pointer) {
        if (channel.isOpen()) {
            edit.clear().writeLong(LatchTable.address(pointer), LatchOwner.FREE);
            flush();
        }
    }

    private MemorySegment buffer(PageView view) {
        return view.bufferOf(channel.endpoint(), (long) COPIES_OF_WORDS * pageSize);
    }
}
