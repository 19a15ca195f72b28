package dev.mangrove.index.access;

import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.Words;

import java.util.List;
import java.util.function.IntPredicate;

/**
 * Allocates pages of an index from its servers, round robin. A request to a server asks for a block
 * of pages; blocks grow with use, during a bulk load more and faster. Pages that a load has left
 * over go back to their servers, so that other clients find them where memory is scarce.
 */
final class PageAllocator {
    /** Chosen: small indexes waste few pages, and large ones need one message per 64 splits. */
    private static final int FIRST_NUMBER = 4;

    private static final int MOST = 64;

    /** During a bulk load: what a server grants at most by one request. */
    private static final int MOST_FOR_LOAD = TreeKind.MOST_PAGES;

    /** Growth of blocks during a bulk load. Chosen: the third has the largest size. */
    private static final int GROWTH_FOR_LOAD = 16;

    private final Session session;
    private final long index;
    private final int pageSize;
    private final int[] servers;
    private final long[][] stock = new long[AddressSpace.SERVERS][];
    private final int[] left = new int[AddressSpace.SERVERS];
    private final boolean[] avoided = new boolean[AddressSpace.SERVERS];
    private int next;
    private boolean loading;

    PageAllocator(Session session, IndexDescriptor descriptor, List<Integer> servers) {
        this.session = session;
        this.index = descriptor.id();
        this.pageSize = descriptor.spec().pageSize();
        this.servers = servers.stream().mapToInt(Integer::intValue).toArray();
        this.next = Math.floorMod(session.number(), this.servers.length);
    }

    /** Allocates a page at the next server that is not lost. */
    long take() {
        int server = nextServer();
        for (int tries = 1; avoided[server] && tries < servers.length; tries++) {
            server = nextServer();
        }
        return takeAt(server);
    }

    /** Allocates a page at one server. */
    long takeAt(int server) {
        if (left[server] == 0) {
            refill(server);
        }
        return stock[server][--left[server]];
    }

    private int nextServer() {
        int server = servers[next];
        next = next + 1 < servers.length ? next + 1 : 0;
        return server;
    }

    /** Begins a bulk load, which takes many pages soon. */
    void beginLoad() {
        loading = true;
    }

    /** Ends a bulk load; frees the pages that no split of the near future needs. */
    void endLoad() {
        if (loading) {
            loading = false;
            for (int server : servers) {
                if (left[server] > MOST) {
                    freeUnused(server, MOST);
                }
            }
        }
    }

    /** Ends a bulk load that has failed. */
    void abandonLoad() {
        loading = false;
    }

    /** Allocates no more pages at a server, which is lost. */
    void avoid(int server) {
        avoided[server] = true;
        left[server] = 0;
    }

    /** Keeps an allocated page that was not used. */
    void putBack(long pointer) {
        int server = AddressSpace.server(pointer);
        if (stock[server] != null && left[server] < stock[server].length) {
            stock[server][left[server]++] = pointer;
        } else {
            free(pointer, true);
        }
    }

    /** Frees a dead page at its server. */
    void free(long pointer) {
        free(pointer, false);
    }

    private void free(long pointer, boolean unused) {
        Call call = session.link(AddressSpace.server(pointer)).admin();
        int bytes =
                Words.write(call.request(), Call.PAYLOAD, index, pageSize, unused ? 1 : 0, pointer);
        call.execute(TreeKind.FREE_PAGES, bytes);
    }

    /**
     * Pages of the index that are in use at servers that are not lost, besides those that are kept
     * here.
     *
     * @param others whether a server that the index was not created over has pages of it
     */
    PageCount count(IntPredicate others) {
        long inUse = 0;
        long events = 0;
        long holders = 0;
        for (int server = 0; server < AddressSpace.SERVERS; server++) {
            if (avoided[server] || (!isOwn(server) && !others.test(server))) {
                continue;
            }
            Call call = session.link(server).admin();
            int bytes = Words.write(call.request(), Call.PAYLOAD, index, pageSize);
            call.execute(TreeKind.COUNT_PAGES, bytes);
            inUse += Words.get(call.answer(), 0, 0) - left[server];
            events += Words.get(call.answer(), 0, 1);
            holders += Words.get(call.answer(), 0, 2);
        }
        return new PageCount(inUse, events, holders);
    }

    private boolean isOwn(int server) {
        for (int own : servers) {
            if (own == server) {
                return true;
            }
        }
        return false;
    }

    /** Frees all pages that were not used. */
    void close() {
        for (int server : servers) {
            if (left[server] > 0 && session.link(server).isOpen()) {
                freeUnused(server, 0);
            }
        }
    }

    /** Frees, by one message, all but {@code kept} of the pages that were not used. */
    private void freeUnused(int server, int kept) {
        Call call = session.link(server).admin();
        int bytes = Words.write(call.request(), Call.PAYLOAD, index, pageSize, 1);
        while (left[server] > kept) {
            long pointer = stock[server][--left[server]];
            bytes += Words.write(call.request(), Call.PAYLOAD + bytes, pointer);
        }
        call.execute(TreeKind.FREE_PAGES, bytes);
    }

    private int larger(int before) {
        return loading
                ? Math.min(MOST_FOR_LOAD, GROWTH_FOR_LOAD * before)
                : Math.min(MOST, 2 * before);
    }

    private void refill(int server) {
        int number = stock[server] == null ? FIRST_NUMBER : larger(stock[server].length);
        Call call = session.link(server).admin();
        int bytes = Words.write(call.request(), Call.PAYLOAD, index, pageSize, number);
        call.execute(TreeKind.ALLOCATE_PAGES, bytes);
        int given = (int) (call.answerBytes() / Long.BYTES);
        long[] pages = new long[Math.max(given, number)];
        for (int i = 0; i < given; i++) {
            pages[i] = Words.get(call.answer(), 0, i);
        }
        stock[server] = pages;
        left[server] = given;
        if (given == 0 || pages[0] == PagePointer.NULL) {
            throw new IllegalStateException("server granted no page: server=" + server);
        }
    }
}
