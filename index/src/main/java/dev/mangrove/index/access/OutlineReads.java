package dev.mangrove.index.access;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.transfer.RowMask;
import dev.mangrove.index.page.PageOutline;
import dev.mangrove.index.page.PagePointer;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Reads outlines of pages of one server: three gathers, one for each step of {@link PageOutline},
 * each of them over all pages. A batch executes them one after the other.
 */
final class OutlineReads {
    private static final Logger LOG = System.getLogger(OutlineReads.class.getName());

    private final Batch batch;
    private final MemorySegment copies;
    private final RowMask stampsMask;
    private final RowMask boundsMask;
    private final Selection stamps = new Selection();
    private final Selection bounds = new Selection();
    private final long[] addresses;
    private final long[] pointers;
    private final @Nullable PageOutline[] outlines;
    private int size;
    private boolean started;

    /** Reads at most {@code most} outlines at once. */
    OutlineReads(Channel channel, int most, int pageSize) {
        stampsMask = PageOutline.stampsOf(pageSize);
        boundsMask = PageOutline.boundsOf(pageSize);
        batch = channel.batch(3);
        copies =
                channel.endpoint()
                        .allocate((long) most * (2 * stampsMask.bytes() + boundsMask.bytes()));
        addresses = new long[most];
        pointers = new long[most];
        outlines = new PageOutline[most];
    }

    /** Adds a page to those that {@link #start} reads. */
    void add(long pointer, PageOutline outline) {
        addresses[size] = PagePointer.address(pointer);
        pointers[size] = pointer;
        outlines[size++] = outline;
    }

    /** Starts to read. */
    void start() {
        if (size > 0 && !started) {
            stamps.pointed(addresses, size, stampsMask);
            bounds.pointed(addresses, size, boundsMask);
            batch.clear().gather(stamps, copies, 0);
            batch.gather(bounds, copies, boundsAt());
            batch.gather(stamps, copies, stampsAgainAt());
            batch.submit();
            started = true;
        }
    }

    /** Waits, and hands what was read to the outlines. */
    void finish() {
        if (!started) {
            return;
        }
        batch.await();
        for (int i = 0; i < size; i++) {
            long before = (long) i * stampsMask.bytes();
            Objects.requireNonNull(outlines[i])
                    .copied(
                            copies,
                            before,
                            boundsAt() + (long) i * boundsMask.bytes(),
                            stampsAgainAt() + before,
                            pointers[i]);
        }
        started = false;
        size = 0;
    }

    /** Gives up what was added; on return nothing is under way. */
    void abandon() {
        boolean underWay = started;
        started = false;
        size = 0;
        if (underWay) {
            try {
                batch.await();
            } catch (FabricException e) {
                LOG.log(Level.DEBUG, "reads were given up: {0}", e.getMessage());
            }
        }
    }

    private long boundsAt() {
        return (long) size * stampsMask.bytes();
    }

    private long stampsAgainAt() {
        return boundsAt() + (long) size * boundsMask.bytes();
    }
}
