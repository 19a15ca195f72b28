package dev.mangrove.server.state;

import dev.mangrove.index.bytes.spread.SpreadPointer;
import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.request.RefusedException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The extents of one index on this server that clients write; {@code index.bytes.spread} has the
 * protocol. All threads of the server use it.
 */
public final class IndexExtents {
    /** Answer to the end of a search that another one has overtaken. */
    static final long SUPERSEDED = -1;

    private final int server;
    private final ExtentAllocator space;
    private final GrantedExtents granted = new GrantedExtents();
    private final Map<Object, Client> clients = new HashMap<>();
    private final Map<Integer, Client> departed = new HashMap<>();
    private int lastHolder;
    private long lastSearch;
    private long search;
    private boolean hasLost;
    private boolean mayExpire;

    /** Whether something was lost before the search under way, which has freed nothing yet. */
    private boolean hadLost;

    /** A client, and the extents of each size that are granted to it. */
    private static final class Client {
        private final BooleanSupplier gone;
        private final int holder;
        private final Map<Integer, List<Long>> bySize = new HashMap<>();
        private boolean searched;

        Client(BooleanSupplier gone, int holder) {
            this.gone = gone;
            this.holder = holder;
        }
    }

    public IndexExtents(int server, ExtentAllocator space) {
        this.server = server;
        this.space = space;
    }

    /**
     * A client will use extents.
     *
     * @param connection identifies the client
     * @param gone whether none of its stores can take effect any more
     */
    public synchronized void join(Object connection, BooleanSupplier gone) {
        Client _ = clients.computeIfAbsent(connection, _ -> new Client(gone, ++lastHolder));
    }

    /** A client has given all back; what is still granted to it is published. */
    public synchronized void leave(Object connection) {
        Client client = clients.remove(connection);
        if (client != null) {
            client.bySize.keySet().forEach(size -> publish(client, size, List.of()));
        }
    }

    /**
     * Grants extents to a client that has joined.
     *
     * @param publishes whether the client has stored what was granted to it before
     * @param inHand what it has not stored
     */
    public synchronized List<Long> take(
            Object connection, int size, int number, boolean publishes, List<Long> inHand) {
        Client client = clients.get(connection);
        if (client == null) {
            throw new IllegalStateException(
                    "a client must join before it takes extents: connection="
                            + connection
                            + ", size="
                            + size);
        }
        if (publishes) {
            publish(client, size, inHand);
        }
        List<Long> given = new ArrayList<>();
        List<Long> own = client.bySize.computeIfAbsent(size, _ -> new ArrayList<>());
        while (given.size() < number) {
            try {
                long extent = allocate(size);
                granted.add(extent, client.holder);
                own.add(extent);
                given.add(SpreadPointer.of(server, extent));
            } catch (RefusedException e) {
                if (given.isEmpty()) {
                    throw e;
                }
                break;
            }
        }
        return given;
    }

    private long allocate(int size) {
        long extent = space.take(ExtentPointer.bytes(size));
        if (ExtentPointer.offset(extent) + ExtentPointer.bytes(size) > SpreadPointer.REACH) {
            space.free(extent);
            throw new RefusedException(
                    Status.OUT_OF_MEMORY,
                    "extents lie in the first "
                            + SpreadPointer.REACH
                            + " bytes of a server's memory, and these are used up");
        }
        return extent;
    }

    /** Takes an extent for so many bytes, for a thread of this server. */
    public synchronized long takeHere(int bytes) {
        long extent = allocate(ExtentPointer.sizeFor(bytes));
        granted.add(extent, GrantedExtents.SERVER);
        return SpreadPointer.of(server, extent);
    }

    /** Extents that this server has taken are in pages, or have been. */
    public synchronized void publish(List<Long> pointers) {
        for (long pointer : pointers) {
            long extent = granted.extent(server, pointer);
            if (extent != ExtentPointer.NULL && granted.isHeldBy(extent, GrantedExtents.SERVER)) {
                granted.hold(extent, GrantedExtents.NOBODY);
            }
        }
    }

    /** What was granted to a client is published, except for some extents. */
    private void publish(Client client, int size, List<Long> inHand) {
        List<Long> own = client.bySize.getOrDefault(size, new ArrayList<>());
        List<Long> kept = new ArrayList<>();
        for (long extent : own) {
            long pointer = SpreadPointer.of(server, extent);
            if (granted.extent(server, pointer) != extent
                    || !granted.isHeldBy(extent, client.holder)) {
                continue; // It was freed, and may be another client's by now.
            }
            if (inHand.contains(pointer)) {
                kept.add(extent);
            } else {
                granted.hold(extent, GrantedExtents.NOBODY);
            }
        }
        own.clear();
        own.addAll(kept);
    }

    /** Frees extents; ignores those that are not allocated. */
    public synchronized void free(List<Long> pointers, boolean lost) {
        hasLost |= lost;
        for (long pointer : pointers) {
            long extent = granted.extent(server, pointer);
            if (extent != ExtentPointer.NULL) {
                free(extent);
            }
        }
    }

    private void free(long extent) {
        granted.remove(extent);
        space.free(extent);
    }

    /** A client will store entries that expire. */
    public synchronized void expires() {
        mayExpire = true;
    }

    /** Whether the index may have entries that expire. */
    public synchronized boolean mayExpire() {
        return mayExpire;
    }

    /** The connection of a client has ended; its stores may still take effect. */
    public synchronized void departed(Object connection) {
        Client client = clients.remove(connection);
        if (client != null) {
            departed.put(client.holder, client); // Until a search that began when it was gone.
        }
    }

    /** Begins to look for what is lost; 0 if nothing is. */
    public synchronized long search(boolean always) {
        if (!always && !hasLost && !hadLost && departed.isEmpty()) {
            return 0;
        }
        search = ++lastSearch;
        hadLost |= hasLost;
        hasLost = false;
        departed.values().forEach(client -> client.searched = client.gone.getAsBoolean());
        granted.markAll(this::isSearched);
        return search;
    }

    private boolean isSearched(int holder) {
        Client client = departed.get(holder);
        return client != null && client.searched;
    }

    /** Notes extents that are in the tree; returns those that are not allocated. */
    public synchronized List<Long> found(long number, List<Long> pointers) {
        List<Long> unknown = new ArrayList<>();
        for (long pointer : pointers) {
            long extent = granted.extent(server, pointer);
            if (extent == ExtentPointer.NULL) {
                unknown.add(pointer);
            } else if (number == search) {
                granted.unmark(extent);
            }
        }
        return unknown;
    }

    /** Number of extents that are allocated. */
    public synchronized long allocated() {
        return granted.size();
    }

    /** Ends a search; returns the number of extents that were not found, or {@link #SUPERSEDED}. */
    public synchronized long end(long number, boolean frees) {
        if (number != search || number == 0) {
            return SUPERSEDED;
        }
        search = 0;
        List<Long> lost = new ArrayList<>();
        granted.marked(lost::add);
        if (frees) {
            lost.forEach(this::free);
            departed.values().removeIf(client -> client.searched);
            hadLost = false;
        }
        return lost.size();
    }
}
