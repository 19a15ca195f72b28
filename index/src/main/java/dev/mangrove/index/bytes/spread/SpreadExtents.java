package dev.mangrove.index.bytes.spread;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.memory.SharedWords;
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
    private final ServerClocks clocks;
    private final List<Integer> servers;
    private final Batch[] batches = new Batch[AddressSpace.SERVERS];
    private final boolean[] own = new boolean[AddressSpace.SERVERS];
    private final int[] room = new int[AddressSpace.SERVERS];
    private final @Nullable ExtentWrites[] writes = new ExtentWrites[AddressSpace.SERVERS];
    private MemorySegment value = MemorySegment.NULL;
    private MemorySegment key = MemorySegment.NULL;
    private MemorySegment read = MemorySegment.NULL;
    private MemorySegment readMany = MemorySegment.NULL;
    private @Nullable SessionPages pages;
    private final boolean byServers;
    private int home;
    private int keyHome;
    private boolean collects;

    /**
     * Creates access to extents.
     *
     * @param byServers whether only servers change pages: they publish what is written, and read
     *     long keys in their own memory only
     */
    SpreadExtents(
            Session session,
            WriteGuard guard,
            ExtentStock stock,
            List<Integer> servers,
            boolean byServers) {
        this.byServers = byServers;
        this.session = session;
        this.guard = guard;
        this.stock = stock;
        this.servers = servers;
        this.clocks = new ServerClocks(session);
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

    /** As {@link #writeValue}, of a value that expires. */
    long writeExpiring(byte[] bytes, Lifetime lifetime) {
        int length = SpreadExtent.bytes(ExpiringContent.HEADER + bytes.length);
        long pointer = stock.take(home, length);
        int server = SpreadPointer.server(pointer);
        if (clocks.isOld(server)) {
            readClock(server);
        }
        byte[] content = ExpiringContent.of(pointer, lifetime.expiry(server), bytes);
        value = atLeast(value, length);
        SpreadExtent.write(value, 0, pointer, content, 0, content.length);
        publish(pointer, length);
        return pointer;
    }

    private void readClock(int server) {
        MemorySegment memory = pages().mapped(server);
        if (memory != null) {
            clocks.load(server, memory);
            return;
        }
        Batch batch = batch(server).clear();
        clocks.add(server, batch);
        batch.execute();
        clocks.added(server);
    }

    /** The clocks of the servers. */
    ServerClocks clocks() {
        return clocks;
    }

    private void publish(long pointer, int length) {
        SessionPages all = pages();
        if (byServers) {
            writeNow(pointer, value, length);
            SharedWords.fullFence(); // Of an extent in place, before the request that publishes it.
        } else if (length
                <= channel(SpreadPointer.server(pointer)).capabilities().largestTransfer()) {
            all.carry(SpreadPointer.address(pointer), value, length);
        } else {
            writeNow(pointer, value, length);
        }
    }

    /** From now on, long keys are written as by {@link #writeSoon}; or they are not any more. */
    void collects(boolean many) {
        collects = many;
    }

    /**
     * Writes a value into a new extent, at the latest when {@link #settle} returns. By verbs, many
     * extents are written in one round trip.
     *
     * @return its pointer
     */
    long writeSoon(byte[] bytes) {
        long pointer = stock.take(home, SpreadExtent.bytes(bytes.length));
        writeSoon(pointer, bytes, 0, bytes.length);
        return pointer;
    }

    private void writeSoon(long pointer, byte[] from, int at, int length) {
        int bytes = SpreadExtent.bytes(length);
        int server = SpreadPointer.server(pointer);
        MemorySegment memory = pages().mapped(server);
        if (memory != null) {
            writeInPlace(memory, pointer, from, at, length);
        } else if (writes(server).takes(pointer)) {
            collect(writes(server), pointer, from, at, length);
        } else {
            key = atLeast(key, bytes);
            SpreadExtent.write(key, 0, pointer, from, at, length);
            writeNow(pointer, key, bytes);
        }
    }

    private void writeInPlace(MemorySegment memory, long pointer, byte[] from, int at, int length) {
        guard.enter(SpreadPointer.server(pointer));
        try {
            long offset = SpreadPointer.offset(pointer);
            SpreadExtent.write(memory, offset, pointer, from, at, length);
        } finally {
            guard.exit();
        }
    }

    private void collect(ExtentWrites to, long pointer, byte[] from, int at, int length) {
        if (!to.hasRoom(pointer)) {
            settle();
        }
        to.add(pointer, from, at, length);
    }

    /** Makes all extents of {@link #writeSoon} visible; if it throws, none of them may be used. */
    void settle() {
        SharedWords.fullFence(); // Of those in place, before WRITEs of pages at other servers.
        int entered = 0;
        try {
            for (int server : servers) {
                ExtentWrites unwritten = writes[server];
                if (unwritten != null && !unwritten.isEmpty()) {
                    guard.enter(server);
                    entered++;
                    unwritten.start();
                }
            }
            for (int server : servers) {
                ExtentWrites unwritten = writes[server];
                if (unwritten != null) {
                    unwritten.finish();
                }
            }
        } catch (RuntimeException | Error e) {
            dropUnsettled();
            throw e;
        } finally {
            for (; entered > 0; entered--) {
                guard.exit();
            }
        }
    }

    /** Drops the extents of {@link #writeSoon} that are not visible yet. */
    void dropUnsettled() {
        for (ExtentWrites unwritten : writes) {
            if (unwritten != null) {
                unwritten.abandon();
            }
        }
    }

    private ExtentWrites writes(int server) {
        session.checkNotLost(server);
        ExtentWrites made = writes[server];
        if (made == null) {
            made = new ExtentWrites(channel(server));
            writes[server] = made;
        }
        return made;
    }

    /** Where only servers change pages, the server of a page has its long keys as well. */
    @Override
    public void forPage(long pointer) {
        keyHome = AddressSpace.server(pointer);
    }

    @Override
    public long write(byte[] from, int at, int length) {
        int bytes = SpreadExtent.bytes(length);
        long pointer = byServers ? stock.takeAt(keyHome, bytes) : stock.take(home, bytes);
        if (collects) {
            writeSoon(pointer, from, at, length);
            return pointer;
        }
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
        return SpreadExtent.read(fetch(pointer, false), 0, pointer, into, at, KeyArena.LONGEST);
    }

    /** The content of an extent; null if it is another one by now. */
    byte @Nullable [] value(long pointer) {
        return value(pointer, false);
    }

    /**
     * The content of an extent; null if it is another one by now.
     *
     * @param clocked whether to read the clock of its server as well, in the same round trip
     */
    byte @Nullable [] value(long pointer, boolean clocked) {
        if (!isPossible(pointer)) {
            return null;
        }
        int server = SpreadPointer.server(pointer);
        MemorySegment memory = pages().mapped(server);
        if (memory == null) {
            return SpreadExtent.content(fetch(pointer, clocked), 0, pointer);
        }
        if (clocked) {
            clocks.load(server, memory);
        }
        return SpreadExtent.content(memory, SpreadPointer.offset(pointer), pointer);
    }

    /** A copy of an extent, read by verbs. */
    private MemorySegment fetch(long pointer, boolean clocked) {
        int bytes = SpreadPointer.bytes(pointer);
        int server = SpreadPointer.server(pointer);
        read = atLeast(read, bytes);
        Batch batch = batch(server);
        int most = channel(server).capabilities().largestTransfer() / LINE * LINE;
        for (int at = 0; at < bytes; at += most) {
            int part = Math.min(most, bytes - at);
            batch.clear().read(SpreadPointer.address(pointer) + at, read, at, part);
            if (clocked && at == 0) {
                clocks.add(server, batch);
            }
            batch.execute();
        }
        if (clocked) {
            clocks.added(server);
        }
        return read;
    }

    /**
     * The contents of extents, read at the same time by verbs.
     *
     * @param values takes them; null of those that are others by now
     * @param count at most {@link #MOST_AT_ONCE}
     * @param clocked whether to read the clocks of their servers as well
     */
    void values(long[] pointers, byte[] @Nullable [] values, int count, boolean clocked) {
        long total = 0;
        for (int i = 0; i < count; i++) {
            total += isByVerbs(pointers[i]) ? SpreadPointer.bytes(pointers[i]) : 0;
        }
        if (total == 0 || total > MOST_BYTES) {
            for (int i = 0; i < count; i++) {
                values[i] = value(pointers[i], clocked);
            }
            return;
        }
        readMany = atLeast(readMany, (int) total);
        readAll(pointers, count, false, clocked);
        long at = 0;
        for (int i = 0; i < count; i++) {
            if (isByVerbs(pointers[i])) {
                values[i] = SpreadExtent.content(readMany, at, pointers[i]);
                at += SpreadPointer.bytes(pointers[i]);
            } else {
                values[i] = value(pointers[i], clocked);
            }
        }
    }

    /**
     * The expiries of extents, and the clocks of their servers, read at the same time by verbs.
     *
     * @param count at most {@link #MOST_AT_ONCE}
     * @return the extents that are others by now, a bit each
     */
    long expiries(long[] pointers, long[] expiries, int count) {
        readMany = atLeast(readMany, count * LINE);
        readAll(pointers, count, true, true);
        long gone = 0;
        for (int i = 0, at = 0; i < count; i++) {
            boolean there;
            if (isByVerbs(pointers[i])) {
                there = ExpiringContent.read(readMany, at, pointers[i], expiries, i);
                at += LINE;
            } else {
                there = loadExpiry(pointers[i], expiries, i);
            }
            gone |= (there ? 0L : 1) << i;
        }
        return gone;
    }

    private boolean loadExpiry(long pointer, long[] expiries, int place) {
        if (!isPossible(pointer)) {
            return false;
        }
        int server = SpreadPointer.server(pointer);
        MemorySegment memory = Objects.requireNonNull(pages().mapped(server));
        clocks.load(server, memory);
        return ExpiringContent.read(
                memory, SpreadPointer.offset(pointer), pointer, expiries, place);
    }

    private boolean isByVerbs(long pointer) {
        return isPossible(pointer) && pages().mapped(SpreadPointer.server(pointer)) == null;
    }

    private void readAll(long[] pointers, int count, boolean heads, boolean clocked) {
        for (int server : servers) {
            room[server] = 0;
        }
        long at = 0;
        for (int i = 0; i < count; i++) {
            if (isByVerbs(pointers[i])) {
                int server = SpreadPointer.server(pointers[i]);
                int bytes = heads ? LINE : SpreadPointer.bytes(pointers[i]);
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
                int server = servers.get(started);
                if (room[server] > 0) {
                    if (clocked) {
                        clocks.add(server, batch(server));
                    }
                    batch(server).submit();
                }
            }
        } finally {
            awaitAll(started);
        }
        for (int i = 0; clocked && i < started; i++) {
            if (room[servers.get(i)] > 0) {
                clocks.added(servers.get(i));
            }
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

    /**
     * Whether a word may be a pointer of this index: a page that changes may show any word. A
     * server that the index was not created over has the long keys of pages that have moved there.
     */
    private boolean isPossible(long pointer) {
        int server = SpreadPointer.server(pointer);
        return SpreadPointer.isPossible(pointer)
                && (own[server] || (byServers && pages().isConnected(server)))
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
            batch = channel(server).batch(MOST_AT_ONCE + 1);
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
