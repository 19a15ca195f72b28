package dev.mangrove.index.bytes.spread;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.access.WriteGuard;
import dev.mangrove.index.page.strings.KeyArena;
import dev.mangrove.index.page.strings.LongKeys;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;

/**
 * The extents of a tree as one view reaches them: in place where a server's memory is mapped, else
 * by verbs. Used by one thread.
 */
final class SpreadExtents implements LongKeys {
    /** Extents that are read at the same time. */
    static final int MOST_AT_ONCE = 64;

    /** Bytes that are read at the same time. Chosen: one value of the longest. */
    private static final int MOST_BYTES = 1 << 20;

    private static final int LINE = 64;

    private final Session session;
    private final WriteGuard guard;
    private final ExtentStock stock;
    private final List<Integer> servers;
    private final Batch[] batches = new Batch[AddressSpace.SERVERS];
    private final boolean[] own = new boolean[AddressSpace.SERVERS];
    private final int[] room = new int[AddressSpace.SERVERS];
    private MemorySegment value = MemorySegment.NULL;
    private MemorySegment key = MemorySegment.NULL;
    private MemorySegment read = MemorySegment.NULL;
    private MemorySegment readMany = MemorySegment.NULL;
    private @Nullable SessionPages pages;
    private int home;

    SpreadExtents(Session session, WriteGuard guard, ExtentStock stock, List<Integer> servers) {
        this.session = session;
        this.guard = guard;
        this.stock = stock;
        this.servers = servers;
        this.home = servers.get(Math.floorMod(session.number(), servers.size()));
        servers.forEach(server -> own[server] = true);
    }

    /** The pages whose extents they are. */
    void of(SessionPages all) {
        pages = all;
    }

    /** Long keys are written at this server from now on, if it is not lost. */
    void home(int server) {
        home = own[server] ? server : home;
    }

    /**
     * Writes a value into a new extent, at the latest in the batch that locks the next page.
     *
     * @return its pointer
     */
    long writeValue(byte[] bytes) {
        long pointer = stock.take(home, SpreadExtent.bytes(bytes.length));
        int length = SpreadExtent.bytes(bytes.length);
        value = atLeast(value, length);
        SpreadExtent.write(value, 0, pointer, bytes, 0, bytes.length);
        publish(pointer, length);
        return pointer;
    }

    private void publish(long pointer, int length) {
        SessionPages all = pages();
        if (length <= channel(SpreadPointer.server(pointer)).capabilities().largestTransfer()) {
            all.carry(SpreadPointer.address(pointer), value, length);
        } else {
            writeNow(pointer, value, length);
        }
    }

    @Override
    public long write(byte[] from, int at, int length) {
        int bytes = SpreadExtent.bytes(length);
        long pointer = stock.take(home, bytes);
        key = atLeast(key, bytes);
        SpreadExtent.write(key, 0, pointer, from, at, length);
        writeNow(pointer, key, bytes);
        return pointer;
    }

    /** Writes an extent; it is visible to all on return. */
    private void writeNow(long pointer, MemorySegment from, int bytes) {
        int server = SpreadPointer.server(pointer);
        guard.enter(server);
        try {
            MemorySegment memory = pages().mapped(server);
            if (memory != null) {
                pages().carry(SpreadPointer.address(pointer), from, bytes);
                return;
            }
            Batch batch = batch(server);
            int most = channel(server).capabilities().largestTransfer() / LINE * LINE;
            for (int at = 0; at < bytes; at += most) {
                int part = Math.min(most, bytes - at);
                batch.clear().write(SpreadPointer.address(pointer) + at, from, at, part);
                batch.execute();
            }
        } finally {
            guard.exit();
        }
    }

    @Override
    public void free(long pointer) {
        stock.drop(pointer);
    }

    @Override
    public int read(long pointer, byte[] into, int at) {
        if (!isPossible(pointer)) {
            return GONE;
        }
        MemorySegment memory = pages().mapped(SpreadPointer.server(pointer));
        if (memory != null) {
            return SpreadExtent.read(
                    memory, SpreadPointer.offset(pointer), pointer, into, at, KeyArena.LONGEST);
        }
        return SpreadExtent.read(fetch(pointer), 0, pointer, into, at, KeyArena.LONGEST);
    }

    /** The content of an extent; null if it is another one by now. */
    byte @Nullable [] value(long pointer) {
        if (!isPossible(pointer)) {
            return null;
        }
        MemorySegment memory = pages().mapped(SpreadPointer.server(pointer));
        if (memory != null) {
            return SpreadExtent.content(memory, SpreadPointer.offset(pointer), pointer);
        }
        return SpreadExtent.content(fetch(pointer), 0, pointer);
    }

    /** A copy of an extent, read by verbs. */
    private MemorySegment fetch(long pointer) {
        int bytes = SpreadPointer.bytes(pointer);
        int server = SpreadPointer.server(pointer);
        read = atLeast(read, bytes);
        Batch batch = batch(server);
        int most = channel(server).capabilities().largestTransfer() / LINE * LINE;
        for (int at = 0; at < bytes; at += most) {
            int part = Math.min(most, bytes - at);
            batch.clear().read(SpreadPointer.address(pointer) + at, read, at, part);
            batch.execute();
        }
        return read;
    }

    /**
     * The contents of extents, read at the same time by verbs.
     *
     * @param values takes them; null of those that are others by now
     * @param count at most {@link #MOST_AT_ONCE}
     */
    void values(long[] pointers, byte[] @Nullable [] values, int count) {
        long total = 0;
        for (int i = 0; i < count; i++) {
            total += isByVerbs(pointers[i]) ? SpreadPointer.bytes(pointers[i]) : 0;
        }
        if (total == 0 || total > MOST_BYTES) {
            for (int i = 0; i < count; i++) {
                values[i] = value(pointers[i]);
            }
            return;
        }
        readMany = atLeast(readMany, (int) total);
        readAll(pointers, count);
        long at = 0;
        for (int i = 0; i < count; i++) {
            if (isByVerbs(pointers[i])) {
                values[i] = SpreadExtent.content(readMany, at, pointers[i]);
                at += SpreadPointer.bytes(pointers[i]);
            } else {
                values[i] = value(pointers[i]);
            }
        }
    }

    private boolean isByVerbs(long pointer) {
        return isPossible(pointer) && pages().mapped(SpreadPointer.server(pointer)) == null;
    }

    private void readAll(long[] pointers, int count) {
        for (int server : servers) {
            room[server] = 0;
        }
        long at = 0;
        for (int i = 0; i < count; i++) {
            if (isByVerbs(pointers[i])) {
                int server = SpreadPointer.server(pointers[i]);
                int bytes = SpreadPointer.bytes(pointers[i]);
                Batch batch = batch(server);
                if (room[server]++ == 0) {
                    batch.clear();
                }
                batch.read(SpreadPointer.address(pointers[i]), readMany, at, bytes);
                at += bytes;
            }
        }
        int started = 0;
        try {
            for (; started < servers.size(); started++) {
                if (room[servers.get(started)] > 0) {
                    batch(servers.get(started)).submit();
                }
            }
        } finally {
            awaitAll(started);
        }
    }

    /** Waits for all READs under way, also if some of them fail: they write to this memory. */
    private void awaitAll(int started) {
        @Nullable RuntimeException failure = null;
        for (int i = 0; i < started; i++) {
            if (room[servers.get(i)] > 0) {
                try {
                    batch(servers.get(i)).await();
                } catch (RuntimeException e) {
                    failure = e;
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Whether a word may be a pointer of this index: a page that changes may show any word. */
    private boolean isPossible(long pointer) {
        int server = SpreadPointer.server(pointer);
        return SpreadPointer.isPossible(pointer)
                && own[server]
                && SpreadPointer.offset(pointer)
                        <= session.link(server).memoryBytes() - SpreadPointer.bytes(pointer);
    }

    private Channel channel(int server) {
        session.checkNotLost(server);
        return session.link(server).channel();
    }

    private Batch batch(int server) {
        session.checkNotLost(server);
        Batch batch = batches[server];
        if (batch == null) {
            batch = channel(server).batch(MOST_AT_ONCE);
            batches[server] = batch;
        }
        return batch;
    }

    private MemorySegment atLeast(MemorySegment memory, int bytes) {
        return memory.byteSize() >= bytes
                ? memory
                : session.allocate(Math.max(bytes, 2 * memory.byteSize()));
    }

    private SessionPages pages() {
        return Objects.requireNonNull(pages, "pages");
    }
}
