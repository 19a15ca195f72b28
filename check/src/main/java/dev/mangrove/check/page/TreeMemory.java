package dev.mangrove.check.page;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.latch.LatchOwner;
import dev.mangrove.index.latch.LatchWait;
import dev.mangrove.index.latch.SharedLatches;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageFormat;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.WordFormat;
import dev.mangrove.index.page.strings.LongKeys;
import dev.mangrove.index.page.strings.StringFormat;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;

import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Memory with a table of latches and pages, which several simulated processes use in place. It
 * allocates and frees pages as a server does.
 */
public final class TreeMemory implements LocalPages.Space {
    static final int REGION = 1;
    static final int TAG = 1;
    private static final int FIRST_GENERATION = 1;
    private static final int PAGES = 1_000;

    private final SimCluster cluster;
    private final int pageSize;
    private final MemorySegment memory;
    private final Deque<Long> free = new ArrayDeque<>();
    private long used = AddressSpace.LATCHES_END;

    /** Memory of a host with room for pages of a size. */
    public TreeMemory(SimCluster cluster, SimHost owner, int pageSize) {
        this.cluster = cluster;
        this.pageSize = pageSize;
        URI uri = URI.create("sim://" + owner.name() + ":1");
        Target target = owner.fabric().listen(TargetOptions.at(uri));
        long bytes = AddressSpace.LATCHES_END + (long) PAGES * pageSize;
        this.memory = target.allocate(REGION, bytes, Placement.HOST).memory();
    }

    /** The pages' memory. */
    public MemorySegment memory() {
        return memory;
    }

    /** Pages as the thread of a process accesses them; a process that has crashed is gone. */
    LocalPages pages(SimHost host) {
        return pages(host, new WordFormat(pageSize, TAG));
    }

    /** The format of pages of byte strings, for one thread. */
    StringFormat format(LongKeys longKeys) {
        return new StringFormat(pageSize, TAG, longKeys);
    }

    /** As {@link #pages(SimHost)}, of a format. */
    LocalPages pages(SimHost host, PageFormat format) {
        LatchWait wait = new LatchWait(host, (word, keepOut) -> isGone(word), true);
        LatchOwner owner = new LatchOwner(host.index() + 1);
        SharedLatches latches = new SharedLatches(memory, owner, wait);
        return new LocalPages(host, format, 0, memory, latches, this);
    }

    /** Number of pages that are or were allocated. */
    public long pages() {
        return (used - AddressSpace.LATCHES_END) / pageSize;
    }

    /** Offset of a page, by its number. */
    public long offset(int page) {
        return AddressSpace.LATCHES_END + (long) page * pageSize;
    }

    /** Whether an offset is that of a page's link. */
    boolean isLink(long offset) {
        long inPages = offset - AddressSpace.LATCHES_END;
        return inPages >= 0 && inPages % pageSize == Page.LINK;
    }

    @Override
    public long allocated() {
        return pages() - free.size();
    }

    private boolean isGone(long word) {
        return !cluster.hosts().get(LatchOwner.of(word) - 1).isAlive();
    }

    @Override
    public long take() {
        Long freed = free.pollFirst();
        if (freed != null) {
            return freed;
        }
        if (used + pageSize > memory.byteSize()) {
            throw new IllegalStateException("no pages left: used=" + used);
        }
        long offset = used;
        used += pageSize;
        Page.headerRelease(memory, offset, HeaderStamp.free(FIRST_GENERATION));
        return PagePointer.of(Address.of(REGION, offset), FIRST_GENERATION);
    }

    @Override
    public void free(long pointer) {
        long offset = Address.offset(PagePointer.address(pointer));
        int generation = PagePointer.generation(pointer);
        if (HeaderStamp.generation(Page.headerAcquire(memory, offset)) == generation) {
            int next = PagePointer.nextGeneration(generation);
            Page.headerRelease(memory, offset, HeaderStamp.free(next));
            free.addLast(PagePointer.of(PagePointer.address(pointer), next));
        }
    }
}
