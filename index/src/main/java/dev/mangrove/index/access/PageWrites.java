package dev.mangrove.index.access;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;

/**
 * New pages of one server that one batch writes: copies of images are collected until {@link
 * #start}, and are visible when {@link #finish} returns.
 */
final class PageWrites {
    private static final Logger LOG = System.getLogger(PageWrites.class.getName());

    private final Batch batch;
    private final MemorySegment copies;
    private final int pageSize;
    private final int bytes;
    private boolean started;

    /**
     * Collects at most {@code most} pages.
     *
     * @param bytes what is written of each page
     */
    PageWrites(Channel channel, int most, int pageSize, int bytes) {
        batch = channel.batch(most);
        copies = channel.endpoint().allocate((long) most * pageSize);
        this.pageSize = pageSize;
        this.bytes = bytes;
    }

    /** Adds a page; the image may change afterwards. */
    void add(long pointer, PageImage image) {
        long at = (long) batch.size() * pageSize;
        MemorySegment.copy(image.memory(), 0, copies, at, bytes);
        batch.write(PagePointer.address(pointer), copies, at, bytes);
    }

    boolean isEmpty() {
        return batch.size() == 0;
    }

    /** Starts to write the pages. */
    void start() {
        if (!isEmpty()) {
            batch.submit();
            started = true;
        }
    }

    /** Waits until the pages are visible. */
    void finish() {
        if (started) {
            batch.await();
            started = false;
            batch.clear();
        }
    }

    /** Drops the pages; on return nothing reads their copies. */
    void abandon() {
        if (started) {
            started = false;
            try {
                batch.await();
            } catch (FabricException e) {
                LOG.log(Level.DEBUG, "writes were given up: {0}", e.getMessage());
            }
        }
        batch.clear();
    }
}
