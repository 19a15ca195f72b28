package dev.mangrove.index.access;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageFormat;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageOutline;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageStore;
import dev.mangrove.index.page.PageView;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/**
 * The pages of a process that dies after a number of stores: every later access throws, and its
 * earlier changes stay. In the product, later clients take over its latches; here there are no
 * latches.
 */
public final class DyingPages implements Pages {
    private final PlainSpace space;
    private final LocalPages pages;
    private final boolean lines;
    private final Server server = new Server();
    private long left;

    /** Thrown by every access of a process that has died. */
    public static final class DiedException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Creates pages of a process that dies after {@code stores} stores.
     *
     * @param lines whether the process changes whole lines, from a copy, otherwise words in place
     */
    public DyingPages(PlainSpace space, boolean lines, long stores) {
        this(space, space.pages(new LocalLatches(Host.system())), lines, stores);
    }

    /** As {@link #DyingPages(PlainSpace, boolean, long)}, for pages of a format. */
    public DyingPages(PlainSpace space, PageFormat format, boolean lines, long stores) {
        this(space, space.pages(new LocalLatches(Host.system()), format), lines, stores);
    }

    private DyingPages(PlainSpace space, LocalPages pages, boolean lines, long stores) {
        this.space = space;
        this.pages = pages;
        this.lines = lines;
        this.left = stores;
    }

    private void live() {
        if (left <= 0) {
            throw new DiedException();
        }
    }

    /** Counts a store; throws if the process has died before it. */
    public void store() {
        live();
        left--;
    }

    @Override
    public PageFormat format() {
        return pages.format();
    }

    @Override
    public Host host() {
        return pages.host();
    }

    @Override
    public void expect(long pointer, long key) {
        pages.expect(pointer, key);
    }

    @Override
    public void expectAll(long pointer) {
        pages.expectAll(pointer);
    }

    @Override
    public PageImage newImage() {
        return pages.newImage();
    }

    @Override
    public LockedPage newLockedPage() {
        return pages.newLockedPage();
    }

    @Override
    public RuntimeException damaged(long pointer) {
        return pages.damaged(pointer);
    }

    @Override
    public void open(long pointer, PageView view) {
        live();
        pages.open(pointer, view);
    }

    @Override
    public void openAll(long[] pointers, PageView[] views, int count) {
        live();
        pages.openAll(pointers, views, count);
    }

    @Override
    public void outlineAll(long[] pointers, PageOutline[] outlines, int count) {
        live();
        pages.outlineAll(pointers, outlines, count);
    }

    @Override
    public void lock(long pointer, LockedPage page) {
        live();
        server.lock(pointer, page);
    }

    @Override
    public boolean tryLock(long pointer, LockedPage page) {
        lock(pointer, page);
        return true;
    }

    @Override
    public long allocate() {
        live();
        return pages.allocate();
    }

    @Override
    public void write(long pointer, PageImage image) {
        store();
        pages.write(pointer, image);
    }

    @Override
    public void writeSoon(long pointer, PageImage image) {
        write(pointer, image);
    }

    @Override
    public void settle() {
        live();
    }

    @Override
    public void dropUnsettled() {}

    @Override
    public void free(long pointer) {
        store();
        pages.free(pointer);
    }

    @Override
    public void putBack(long pointer) {
        store();
        pages.putBack(pointer);
    }

    private final class Server extends ServerPages {
        @Override
        void expect(long pointer, long key) {}

        @Override
        void expectAll(long pointer) {}

        @Override
        void open(long pointer, PageView view) {
            pages.open(pointer, view);
        }

        @Override
        void begin(long pointer, PageView view) {}

        @Override
        void start() {}

        @Override
        void finish(long pointer, PageView view) {}

        @Override
        void beginOutline(long pointer, PageOutline outline) {}

        @Override
        void startOutlines() {}

        @Override
        void finishOutlines() {}

        @Override
        void abandon() {}

        @Override
        void lock(long pointer, LockedPage page) {
            long base = PagePointer.offset(pointer);
            if (lines) {
                MemorySegment copy = Arena.ofAuto().allocate(pageSize(), Page.LINE);
                MemorySegment.copy(space.memory(), base, copy, 0, pageSize());
                page.view().stable(copy, 0, pointer);
                page.held(this, new Store(copy, base), pointer, 1);
            } else {
                page.view().stable(space.memory(), base, pointer);
                page.held(this, new Store(MemorySegment.NULL, base), pointer, 1);
            }
        }

        @Override
        boolean tryLock(long pointer, LockedPage page) {
            lock(pointer, page);
            return true;
        }

        @Override
        void write(long pointer, PageImage image) {
            pages.write(pointer, image);
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
        void carry(long address, MemorySegment memory, int bytes) {
            throw new UnsupportedOperationException("no extents here");
        }

        @Override
        void writeAhead(long pointer, PageImage image) {
            DyingPages.this.write(pointer, image);
        }

        @Override
        void flush() {
            live();
        }

        @Override
        void unlock(LockedPage page) {
            live();
        }

        @Override
        void release(LockedPage page) {}
    }

    private final class Store implements PageStore {
        private final MemorySegment copy;
        private final long base;

        Store(MemorySegment copy, long base) {
            this.copy = copy;
            this.base = base;
        }

        @Override
        public void word(int offset, long value) {
            store();
            if (lines) {
                put(copy, offset, value);
            }
            put(space.memory(), base + offset, value);
        }

        @Override
        public boolean keepsLines() {
            return lines;
        }

        @Override
        public void carry(int offset, int length) {
            for (int at = offset; at < offset + length; at += Page.LINE) {
                store();
                MemorySegment.copy(copy, at, space.memory(), base + at, Page.LINE);
            }
        }

        @Override
        public void fence() {}

        private static void put(MemorySegment memory, long offset, long value) {
            memory.set(JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN), offset, value);
        }
    }
}
