package dev.mangrove.server.state;

import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.memory.Grant;
import dev.mangrove.server.request.Peer;
import dev.mangrove.server.request.RefusedException;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The pages of one index on this server: cut from granted memory, allocated to clients, and freed.
 * The first grant is one slice; each further one is as large as all before it together, up to a
 * chunk, so an index never has more than twice what it needs. Freeing a page increments its
 * generation at once, so freeing it twice is harmless, and a reader that still has it sees another
 * generation.
 */
public final class PageSpace implements LocalPages.Space {
    private static final int FIRST_GENERATION = 1;

    private final ServerContext context;
    private final long index;
    private final int pageSize;
    private final Deque<Long> free = new ArrayDeque<>();
    private Grant grant = new Grant(0, 0);
    private long used;
    private long granted;
    private long cut;
    private long events;
    private final List<Peer> holders = new ArrayList<>();

    public PageSpace(ServerContext context, long index, int pageSize) {
        if (pageSize < Page.LINE || pageSize % Page.LINE != 0) {
            throw new IllegalArgumentException("pageSize is not a page size: pageSize=" + pageSize);
        }
        this.context = context;
        this.index = index;
        this.pageSize = pageSize;
    }

    /** The tag in the headers of this index's pages. */
    int tag() {
        return (int) index;
    }

    public int pageSize() {
        return pageSize;
    }

    @Override
    public synchronized long take() {
        events++;
        Long freed = free.pollFirst();
        if (freed != null) {
            return freed;
        }
        if (used + pageSize > grant.bytes()) {
            grow();
        }
        long pointer = PagePointer.of(grant.address() + used, FIRST_GENERATION);
        used += pageSize;
        cut++;
        Page.headerRelease(context.memory(), offset(pointer), HeaderStamp.free(FIRST_GENERATION));
        return pointer;
    }

    @Override
    public synchronized long allocated() {
        return cut - free.size();
    }

    /** How often pages were allocated or freed. */
    public synchronized long events() {
        return events;
    }

    /** A client gets pages, and may keep some until its connection is gone. */
    public synchronized void held(Peer holder) {
        if (!holders.contains(holder)) {
            holders.removeIf(PageSpace::isGone);
            holders.add(holder);
        }
    }

    /** Number of other clients that have got pages and are not gone. */
    public synchronized long holdersBeside(Peer one) {
        holders.removeIf(PageSpace::isGone);
        return holders.stream().filter(holder -> holder.session() != one.session()).count();
    }

    private static boolean isGone(Peer holder) {
        return holder.connection().isGone();
    }

    private void grow() {
        long wanted = Math.max(AddressSpace.SLICE_BYTES, Long.highestOneBit(granted));
        while (wanted < pageSize) {
            wanted *= 2;
        }
        grant = context.grant(index, Math.min(wanted, AddressSpace.CHUNK_BYTES), pageSize);
        granted += grant.bytes();
        used = 0;
    }

    /** Frees a page that is dead or was never used. */
    @Override
    public void free(long pointer) {
        free(pointer, true);
    }

    /** Frees a page if it is dead, or unconditionally if the caller knows it as unused. */
    public synchronized void free(long pointer, boolean unused) {
        long offset = offset(pointer);
        if (!context.isGrantedTo(index, PagePointer.address(pointer), pageSize)) {
            throw new RefusedException(
                    Status.NOT_FOUND, "no page of this index: " + PagePointer.toString(pointer));
        }
        long stamp = Page.headerAcquire(context.memory(), offset);
        int generation = PagePointer.generation(pointer);
        if (HeaderStamp.generation(stamp) != generation || !(unused || HeaderStamp.isDead(stamp))) {
            return;
        }
        events++;
        int next = PagePointer.nextGeneration(generation);
        Page.headerRelease(context.memory(), offset, HeaderStamp.free(next));
        free.addLast(PagePointer.of(PagePointer.address(pointer), next));
    }

    private static long offset(long pointer) {
        return PagePointer.offset(pointer);
    }
}
