package dev.mangrove.sim.hardware;

import dev.mangrove.sim.kernel.Kernel;

/**
 * Transfers between a network card and its host's memory over the bus. A read is cut into chunks at
 * multiples of their size; each needs one of a fixed number of tags from its start until its data
 * has come, shares the bus with all others, and holds up those behind it when the read before it
 * was for the same cache line. Writes are posted: they need the bus only. A transfer reserves its
 * share of the bus when it is requested, even if it starts later, so that no unusable gaps arise.
 *
 * <p>Methods take the time at which something starts and return the time at which it is over.
 */
public final class DmaEngine {
    private static final int LINE_SHIFT = 6;

    /** Chunks modelled one by one. Chosen: the rest of a large transfer only takes bandwidth. */
    private static final int MOST_CHUNKS = 256;

    private final Kernel kernel;
    private final long readLatency;
    private final long writeLatency;
    private final long picosPerKibibyte;
    private final long sameLine;
    private final long sameLineCached;
    private final int chunkBytes;
    private final int headerBytes;
    private final long[] tags;
    private int nextTag;
    private long reads;
    private long readPicos;
    private long inFreeAt;
    private long outFreeAt;
    private long inBusy;
    private long outBusy;
    private long tagsBusy;
    private long line = -1;
    private long lineFreeAt;

    DmaEngine(Kernel kernel, Profile profile) {
        this.kernel = kernel;
        readLatency = profile.picos("dma.read_ns");
        writeLatency = profile.picos("dma.write_ns");
        picosPerKibibyte = profile.picosPerKibibyte("dma.gbps");
        sameLine = profile.picos("dma.same_line_ns");
        sameLineCached = profile.picos("dma.same_line_cached_ns");
        chunkBytes = profile.count("dma.chunk_bytes");
        headerBytes = profile.count("dma.header_bytes");
        tags = new long[profile.count("dma.tags")];
        if (Integer.bitCount(chunkBytes) != 1) {
            throw new IllegalArgumentException(
                    "dma.chunk_bytes is not a power of two: " + chunkBytes);
        }
    }

    /** Reads of main memory so far. */
    public long reads() {
        return reads;
    }

    /** Time that these took in all, each from its first tag to its last byte, in picoseconds. */
    public long readPicos() {
        return readPicos;
    }

    /** Time that reads have taken on the bus so far, in picoseconds. */
    long inBusy() {
        return inBusy;
    }

    /** Time that writes have taken on the bus so far, in picoseconds. */
    long outBusy() {
        return outBusy;
    }

    /** Average time that a tag was in use so far, in picoseconds. */
    long tagBusy() {
        return tagsBusy / tags.length;
    }

    /** Transfers bytes of main memory to the card. */
    public long read(long from, long address, int bytes, boolean cached) {
        reads++;
        long start = nextStart(from);
        long done = from;
        int left = bytes;
        long at = address;
        for (int chunk = 0; left > 0 && chunk < MOST_CHUNKS; chunk++) {
            int size = Math.min(left, chunkBytes - (int) (at & (chunkBytes - 1)));
            done = readChunk(from, at, size, cached);
            at += size;
            left -= size;
        }
        if (left > 0) {
            long rest = busTime(left, (left + chunkBytes - 1) / chunkBytes);
            inBusy += rest;
            inFreeAt += rest;
            done = Math.max(done, inFreeAt);
        }
        readPicos += done - start;
        return done;
    }

    /** When the next transfer can start that is asked for at the given time. */
    public long nextStart(long from) {
        return Math.max(from, tags[nextTag]);
    }

    /**
     * Puts bytes from the card into main memory; all but the last may have been transferred as they
     * arrived.
     */
    public long write(long from, int bytes) {
        long busTime = transferTime(bytes);
        outBusy += busTime;
        outFreeAt = Math.max(kernel.now() - busTime, outFreeAt) + busTime;
        return Math.max(outFreeAt, from + transferTime(Math.min(bytes, chunkBytes))) + writeLatency;
    }

    /** Time that bytes take on an idle bus. */
    long transferTime(int bytes) {
        return busTime(bytes, (bytes + chunkBytes - 1) / chunkBytes);
    }

    /** Time that one read takes on an idle engine, without its bytes. */
    long readLatency() {
        return readLatency;
    }

    long writeLatency() {
        return writeLatency;
    }

    private long readChunk(long from, long address, int bytes, boolean cached) {
        long start = Math.max(from, tags[nextTag]);
        long repeat = address >>> LINE_SHIFT != line ? 0 : cached ? sameLineCached : sameLine;
        lineFreeAt = Math.max(lineFreeAt, start) + repeat;
        line = (address + bytes - 1) >>> LINE_SHIFT;
        long busTime = busTime(bytes, 1);
        inBusy += busTime;
        inFreeAt = Math.max(kernel.now(), inFreeAt) + busTime;
        long done = Math.max(lineFreeAt + readLatency + busTime, inFreeAt);
        tagsBusy += done - start;
        tags[nextTag] = done;
        nextTag = nextTag + 1 == tags.length ? 0 : nextTag + 1;
        return done;
    }

    private long busTime(int bytes, int chunks) {
        return ((bytes + (long) chunks * headerBytes) * picosPerKibibyte) >> 10;
    }
}
