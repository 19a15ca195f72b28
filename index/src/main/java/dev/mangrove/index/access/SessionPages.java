package dev.mangrove.index.access;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.latch.ChipLatches;
import dev.mangrove.index.latch.LatchOwner;
import dev.mangrove.index.latch.LatchPlace;
import dev.mangrove.index.latch.LatchQueue;
import dev.mangrove.index.latch.LatchQueues;
import dev.mangrove.index.latch.LatchWait;
import dev.mangrove.index.latch.RemoteLatches;
import dev.mangrove.index.latch.SharedLatches;
import dev.mangrove.index.latch.WordLatches;
import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageFormat;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageOutline;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.page.WordFormat;
import dev.mangrove.index.session.Link;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.CardTable;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The pages of an index as a client's session accesses them: in place where a server's memory is
 * mapped, else by verbs.
 */
public final class SessionPages implements Pages, AutoCloseable {
    private static final Logger LOG = System.getLogger(SessionPages.class.getName());

    /** Pages that can be locked together. */
    public static final int MOST_LOCKED = CopiedReads.MOST_AT_ONCE / 4;

    private static final int NOBODY = -1;

    private final Session session;
    private final PageFormat format;
    private final AccessOptions options;
    private final LatchOwner owner;
    private final IndexPresence presence;
    private final WriteGuard guard;
    private final PageAllocator allocator;
    private final @Nullable ServerPages[] byServer = new ServerPages[AddressSpace.SERVERS];
    private final @Nullable ReadObserver[] observers = new ReadObserver[AddressSpace.SERVERS];
    private final PageView header;
    private final @Nullable MemorySegment[] mapped = new MemorySegment[AddressSpace.SERVERS];
    private int carrying = NOBODY;
    private int unsettled;
    private IntConsumer connected = server -> {};

    /**
     * Creates access to the pages of an index with 64-bit keys.
     *
     * @param servers servers to allocate new pages at
     * @param options how to access pages
     */
    public SessionPages(
            Session session,
            IndexDescriptor descriptor,
            List<Integer> servers,
            AccessOptions options) {
        this(
                session,
                descriptor,
                new WordFormat(descriptor.spec().pageSize(), (int) descriptor.id()),
                servers,
                options);
    }

    /** Creates access to the pages of an index, of a format. */
    public SessionPages(
            Session session,
            IndexDescriptor descriptor,
            PageFormat format,
            List<Integer> servers,
            AccessOptions options) {
        if (!format.hasWordKeys() && !options.uses(Technique.APART)) {
            throw new IllegalArgumentException(
                    "pages of byte strings have no room for a latch: use the technique "
                            + Technique.APART);
        }
        this.session = session;
        this.format = format;
        this.header = format.newView();
        this.presence = new IndexPresence(session, descriptor);
        this.guard = new WriteGuard(session, descriptor);
        this.options = options;
        this.owner = new LatchOwner(session.number());
        this.allocator = new PageAllocator(session, descriptor, servers);
    }

    @Override
    public PageFormat format() {
        return format;
    }

    @Override
    public Host host() {
        return session.host();
    }

    @Override
    public LockedPage newLockedPage() {
        return new LockedPage(session.host(), format, guard);
    }

    @Override
    public PageImage newImage() {
        return format.newImage(session.allocate(format.pageSize()));
    }

    @Override
    public RuntimeException damaged(long pointer) {
        presence.check();
        return new FabricException(
                FabricException.Kind.CORRUPT,
                "no page of this index at "
                        + PagePointer.toString(pointer)
                        + ": the index is damaged");
    }

    @Override
    public boolean isLost(long pointer) {
        return session.lossOf(AddressSpace.server(pointer)) != null;
    }

    @Override
    public void expect(long pointer, long key) {
        pages(pointer).expect(pointer, key);
    }

    @Override
    public void expectChange(long pointer, long key) {
        pages(pointer).expectChange(pointer, key);
    }

    /** Does nothing for a server that this session has not used yet: it may be lost. */
    @Override
    public void expectAll(long pointer) {
        ServerPages known = byServer[AddressSpace.server(pointer)];
        if (known != null) {
            known.expectAll(pointer);
        }
    }

    @Override
    public void open(long pointer, PageView view) {
        pages(pointer).open(pointer, view);
    }

    @Override
    public void openAll(long[] pointers, PageView[] views, int count) {
        openAll(pointers, views, count, false);
    }

    @Override
    public void openKeys(long[] pointers, PageView[] views, int count) {
        openAll(pointers, views, count, format.hasWordKeys());
    }

    private void openAll(long[] pointers, PageView[] views, int count, boolean keysOnly) {
        int most = keysOnly ? CopiedReads.MOST_BY_KEYS : CopiedReads.MOST_AT_ONCE;
        if (!options.manyPages()) {
            most = 1;
        }
        for (int done = 0; done < count; ) {
            int end = Math.min(count, done + most);
            try {
                for (int i = done; i < end; i++) {
                    ServerPages at = pages(pointers[i]);
                    if (keysOnly) {
                        at.beginKeys(pointers[i], views[i]);
                    } else {
                        at.begin(pointers[i], views[i]);
                    }
                }
                for (int i = done; i < end; i++) {
                    pages(pointers[i]).start();
                }
                for (; done < end; done++) {
                    pages(pointers[done]).finish(pointers[done], views[done]);
                }
            } catch (RuntimeException | Error e) {
                abandonAll();
                throw e;
            }
        }
    }

    @Override
    public long findAll(long[] leaves, long[] keys, long[] values, int count) {
        if (!options.manyPages()) {
            return 0;
        }
        try {
            boolean any = false;
            for (int i = 0; i < count; i++) {
                any |= pages(leaves[i]).beginFind(i, leaves[i], keys[i]);
            }
            for (int i = 0; i < count && any; i++) {
                if (changesServer(leaves, i)) {
                    pages(leaves[i]).startFinds();
                }
            }
            long found = 0;
            for (int i = 0; i < count && any; i++) {
                if (changesServer(leaves, i)) {
                    found |= pages(leaves[i]).finishFinds(header, values);
                }
            }
            return found;
        } catch (RuntimeException | Error e) {
            abandonAll();
            throw e;
        }
    }

    /** Whether a page is at another server than the one before it. */
    private static boolean changesServer(long[] pointers, int i) {
        return i == 0 || AddressSpace.server(pointers[i]) != AddressSpace.server(pointers[i - 1]);
    }

    /** Whether many pages are moved in one round trip. */
    public boolean movesManyPages() {
        return options.manyPages();
    }

    @Override
    public void outlineAll(long[] pointers, PageOutline[] outlines, int count) {
        try {
            for (int i = 0; i < count; i++) {
                pages(pointers[i]).beginOutline(pointers[i], outlines[i]);
            }
            for (int i = 0; i < count; i++) {
                pages(pointers[i]).startOutlines();
            }
            for (int i = 0; i < count; i++) {
                pages(pointers[i]).finishOutlines();
            }
        } catch (RuntimeException | Error e) {
            abandonAll();
            throw e;
        }
    }

    /** One server has failed: requests to the others must not be left under way. */
    private void abandonAll() {
        for (ServerPages pages : byServer) {
            if (pages != null) {
                pages.abandon();
            }
        }
    }

    /**
     * Writes to memory that no page names yet, before the changes of the page that is locked next:
     * by verbs in the batch that locks that page, if it is at the same server. {@link #endCarrying}
     * must follow.
     *
     * @param memory stays unchanged until then
     */
    public void carry(long address, MemorySegment memory, int bytes) {
        int server = AddressSpace.server(address);
        guard.enter(server);
        try {
            pages(address).carry(address, memory, bytes);
            carrying = server;
        } finally {
            guard.exit();
        }
    }

    /** Forgets what was to be carried and was not. */
    public void endCarrying() {
        ServerPages pages = carrying == NOBODY ? null : byServer[carrying];
        carrying = NOBODY;
        if (pages != null) {
            pages.dropCarried();
        }
    }

    /** Writes what the batch that locks a page at another server cannot carry. */
    private void carryTo(int server) {
        int from = carrying;
        if (from != NOBODY && from != server) {
            ServerPages pages = byServer[from];
            if (pages == null) {
                session.checkNotLost(from);
                return;
            }
            guard.enter(from);
            try {
                pages.writeCarried();
            } finally {
                guard.exit();
            }
        }
    }

    /** Whether this session has used pages of a server. */
    public boolean isConnected(int server) {
        return byServer[server] != null;
    }

    /** A server's memory, where pages are used in place; null where they are not. */
    public @Nullable MemorySegment mapped(int server) {
        if (byServer[server] == null) {
            connect(server);
        }
        return mapped[server];
    }

    @Override
    public void lock(long pointer, LockedPage page) {
        carryTo(AddressSpace.server(pointer));
        guard.enter(AddressSpace.server(pointer));
        try {
            pages(pointer).lock(pointer, page);
        } finally {
            exitUnless(page.isLocked());
        }
    }

    @Override
    public boolean tryLock(long pointer, LockedPage page) {
        carryTo(AddressSpace.server(pointer));
        guard.enter(AddressSpace.server(pointer));
        try {
            return pages(pointer).tryLock(pointer, page);
        } finally {
            exitUnless(page.isLocked());
        }
    }

    /** Whether {@link #tryLockAll} locks a page in fewer round trips than {@link #lock}. */
    public boolean locksTogether(long pointer) {
        return pages(pointer).locksTogether();
    }

    /** Whether {@link #tryLockAll} saves round trips at any server that was used so far. */
    public boolean locksTogether() {
        for (ServerPages pages : byServer) {
            if (pages != null && pages.locksTogether()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Tries to lock several pages at the same time, without waiting for a latch; {@link
     * LockedPage#isLocked} tells of each whether it is locked. {@link #unlockAll} must follow.
     *
     * @param count at most {@link #MOST_LOCKED}
     */
    public void tryLockAll(long[] pointers, LockedPage[] locked, int count) {
        try {
            for (int i = 0; i < count; i++) {
                beginTryLock(pointers[i], locked[i]);
            }
            for (int i = 0; i < count; i++) {
                pages(pointers[i]).startTryLocks();
            }
            for (int i = 0; i < count; i++) {
                if (locked[i].isLocked()) {
                    pages(pointers[i]).finishTryLock(pointers[i], locked[i]);
                    exitUnless(locked[i].isLocked());
                }
            }
        } catch (RuntimeException | Error e) {
            giveUp(locked, count);
            throw e;
        }
    }

    private void beginTryLock(long pointer, LockedPage page) {
        guard.enter(AddressSpace.server(pointer));
        try {
            pages(pointer).beginTryLock(pointer, page);
        } finally {
            exitUnless(page.isLocked());
        }
    }

    /** Makes the changes of all pages that are locked visible, and unlocks them. */
    public void unlockAll(LockedPage[] locked, int count) {
        try {
            for (int i = 0; i < count; i++) {
                if (locked[i].isLocked()) {
                    locked[i].beginUnlock();
                }
            }
            for (int i = 0; i < count; i++) {
                if (locked[i].isLocked()) {
                    locked[i].startUnlock();
                }
            }
            for (int i = 0; i < count; i++) {
                if (locked[i].isLocked()) {
                    locked[i].finishUnlock();
                }
            }
        } catch (RuntimeException | Error e) {
            giveUp(locked, count);
            throw e;
        }
    }

    /** Releases all pages that are locked, without further changes. */
    public void giveUp(LockedPage[] locked, int count) {
        abandonAll();
        for (int i = 0; i < count; i++) {
            locked[i].release();
        }
    }

    @Override
    public long allocate() {
        return allocator.take();
    }

    /** Allocates a page at one server. */
    public long allocateAt(int server) {
        return allocator.takeAt(server);
    }

    @Override
    public void write(long pointer, PageImage image) {
        guard.enter(AddressSpace.server(pointer));
        try {
            pages(pointer).write(pointer, image);
        } finally {
            guard.exit();
        }
    }

    @Override
    public void writeSoon(long pointer, PageImage image) {
        if (!options.manyPages() || !pages(pointer).collect(pointer, image)) {
            write(pointer, image);
            return;
        }
        allocator.beginLoad();
        if (++unsettled == MOST_UNSETTLED) {
            writeCollected();
        }
    }

    @Override
    public void settle() {
        writeCollected();
        allocator.endLoad();
    }

    private void writeCollected() {
        unsettled = 0;
        int entered = 0;
        try {
            for (int server = 0; server < byServer.length; server++) {
                PageWrites writes = unwritten(server);
                if (writes != null && !writes.isEmpty()) {
                    guard.enter(server);
                    entered++;
                    writes.start();
                }
            }
            for (int server = 0; server < byServer.length; server++) {
                PageWrites writes = unwritten(server);
                if (writes != null) {
                    writes.finish();
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

    private @Nullable PageWrites unwritten(int server) {
        ServerPages pages = byServer[server];
        return pages == null ? null : pages.unwritten();
    }

    @Override
    public void dropUnsettled() {
        allocator.abandonLoad();
        unsettled = 0;
        for (int server = 0; server < byServer.length; server++) {
            PageWrites writes = unwritten(server);
            if (writes != null) {
                writes.abandon();
            }
        }
    }

    @Override
    public void free(long pointer) {
        allocator.free(pointer);
    }

    @Override
    public void putBack(long pointer) {
        allocator.putBack(pointer);
    }

    /** Reports each page that this session reads by verbs, on its own, from a server. */
    public void observe(int server, ReadObserver observer) {
        observers[server] = observer;
        ServerPages connected = byServer[server];
        if (connected != null) {
            connected.observe(observer);
        }
    }

    /**
     * Pages that servers have allocated and this client does not keep unused. They belong to the
     * trees, are kept by other clients, or were kept by clients that are dead. Includes servers
     * that pages have moved to, if this client has read one there, and excludes lost ones.
     */
    public PageCount count() {
        return allocator.count(server -> byServer[server] != null);
    }

    /** Pages in use, see {@link #count}. */
    public long inUse() {
        return count().inUse();
    }

    /**
     * Checks that the index has not been dropped.
     *
     * @throws RequestRefusedException {@code NOT_FOUND} if it has
     */
    public void checkPresence() {
        presence.check();
    }

    /** Reports each server whose pages this session accesses, once. */
    public void onConnect(IntConsumer listener) {
        connected = listener;
        for (int server = 0; server < byServer.length; server++) {
            if (byServer[server] != null) {
                listener.accept(server);
            }
        }
    }

    /** Stops using memory of lost servers: from now on, access to one of their pages throws. */
    public void forgetLost() {
        for (int server = 0; server < byServer.length; server++) {
            if (session.lossOf(server) != null) {
                byServer[server] = null;
                allocator.avoid(server);
            }
        }
    }

    /** Frees pages that were not used, at servers that still answer. */
    @Override
    public void close() {
        try {
            allocator.close();
        } catch (FabricException | RequestRefusedException e) {
            LOG.log(Level.DEBUG, "unused pages were not freed: {0}", e.getMessage());
        }
    }

    /** Leaves the guard unless a page is locked; unlocking that page leaves it later. */
    private void exitUnless(boolean locked) {
        if (!locked) {
            guard.exit();
        }
    }

    private ServerPages pages(long pointer) {
        ServerPages pages = byServer[AddressSpace.server(pointer)];
        return pages != null ? pages : connect(AddressSpace.server(pointer));
    }

    private ServerPages connect(int server) {
        session.checkNotLost(server);
        Link link = session.link(server);
        boolean apart = options.uses(Technique.APART);
        RegionHandle card = apart && options.uses(Technique.ON_CHIP) ? link.cardLatches() : null;
        RemoteLatches latches = latches(server, card);
        LatchWait wait =
                new LatchWait(
                        session.host(),
                        options.leased() ? latches::isGone : (word, keepOut) -> false,
                        options.uses(Technique.BACK_OFF));
        LatchQueue queue =
                options.uses(Technique.QUEUES) ? LatchQueues.of(session.pool()).of(server) : null;
        MemorySegment memory = options.inPlace() && apart && card == null ? link.memory() : null;
        ServerPages pages =
                memory != null
                        ? new DirectPages(
                                memory, format, new SharedLatches(memory, owner, wait), queue)
                        : new CopiedPages(link.channel(), latches, wait, queue, format, options);
        ReadObserver observer = observers[server];
        if (observer != null) {
            pages.observe(observer);
        }
        byServer[server] = pages;
        mapped[server] = memory;
        connected.accept(server);
        return pages;
    }

    private RemoteLatches latches(int server, @Nullable RegionHandle card) {
        if (card != null && CardTable.of(card) == CardTable.SHORTS) {
            return new ChipLatches(session, server, card);
        }
        LatchPlace place;
        if (card != null) {
            place = LatchPlace.onCard(card);
        } else if (options.uses(Technique.APART)) {
            place = LatchPlace.inMemory();
        } else {
            place = LatchPlace.inPage(format.pageSize() - Page.LATCH_BYTES);
        }
        return new WordLatches(session, server, owner, place);
    }
}
