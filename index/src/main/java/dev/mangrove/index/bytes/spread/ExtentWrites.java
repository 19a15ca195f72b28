package dev.mangrove.index.bytes.spread;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;

/**
 * New extents of one server that one batch writes: copies are collected until {@link #start}, and
 * are visible when {@link #finish} returns. Extents that lie side by side are written by one WRITE.
 */
final class ExtentWrites {
    /** Bytes that are collected. Chosen: a few pages of usual values, and 2 KiB for each WRITE. */
    static final int MOST_BYTES = 128 << 10;

    private static final Logger LOG = System.getLogger(ExtentWrites.class.getName());
    private static final int MOST_WRITES = 64;

    private final Batch batch;
    private final MemorySegment copies;
    private final int longest;
    private int used;
    private boolean started;

    /** The WRITE that further extents may become part of. */
    private long runAddress;

    private int runStart;
    private int runBytes;

    ExtentWrites(Channel channel) {
        batch = channel.batch(MOST_WRITES);
        longest = Math.min(MOST_BYTES, channel.capabilities().largestTransfer());
        copies = channel.endpoint().allocate(MOST_BYTES);
    }

    /** Whether an extent can be collected at all. */
    boolean takes(long pointer) {
        return SpreadPointer.bytes(pointer) <= longest;
    }

    /** Whether there is room for another extent. */
    boolean hasRoom(long pointer) {
        return used + SpreadPointer.bytes(pointer) <= MOST_BYTES && batch.size() < MOST_WRITES - 1;
    }

    /** Adds an extent with content. */
    void add(long pointer, byte[] from, int at, int length) {
        SpreadExtent.write(copies, used, pointer, from, at, length);
        long address = SpreadPointer.address(pointer);
        int end = used - runStart + SpreadExtent.bytes(length);
        if (runBytes == 0 || address != runAddress + (used - runStart) || end > longest) {
            endRun();
            runAddress = address;
            runStart = used;
        }
        runBytes = used - runStart + SpreadExtent.bytes(length);
        used += SpreadPointer.bytes(pointer);
    }

    private void endRun() {
        if (runBytes > 0) {
            batch.write(runAddress, copies, runStart, runBytes);
            runBytes = 0;
        }
    }

    boolean isEmpty() {
        return used == 0;
    }

    /** Starts to write the extents. */
    void start() {
        endRun();
        batch.submit();
        started = true;
    }

    /** Waits until the extents are visible. */
    void finish() {
        if (started) {
            batch.await();
            started = false;
            clear();
        }
    }

    /** Drops the extents; on return nothing reads their copies. */
    void abandon() {
        if (started) {
            started = false;
            try {
                batch.await();
            } catch (FabricException e) {
                LOG.log(Level.DEBUG, "writes were given up: {0}", e.getMessage());
            }
        }
        clear();
    }

    private void clear() {
        batch.clear();
        used = 0;
        runBytes = 0;
    }
}
