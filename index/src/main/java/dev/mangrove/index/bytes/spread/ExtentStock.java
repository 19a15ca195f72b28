package dev.mangrove.index.bytes.spread;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.ExtentRequest;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.Words;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;

/**
 * The extents in the hands of one view: granted by servers and not written yet, used by the
 * operation under way, and replaced. The head of the package has the protocol. Used by one thread.
 */
final class ExtentStock {
    /** Bytes that are granted at once. Chosen: a few hundred small values for each message. */
    private static final int BYTES_AT_ONCE = 32 << 10;

    /** Extents that are granted at once. Chosen: as many as pages. */
    private static final int MOST_AT_ONCE = 64;

    private static final int FIRST_NUMBER = 4;

    /** During a bulk load: bytes that are granted at once. Chosen: what is written at once. */
    private static final int BYTES_FOR_LOAD = ExtentWrites.MOST_BYTES;

    /** During a bulk load: what a server grants at most by one request. */
    private static final int MOST_FOR_LOAD = ExtentRequest.MOST_EXTENTS;

    /** Growth of grants during a bulk load. Chosen: the third has the largest size. */
    private static final int GROWTH_FOR_LOAD = 16;

    /** Extents that a request names as being in hand. */
    private static final int MOST_IN_HAND = ExtentRequest.MOST_WORDS / 2;

    /** Bytes of replaced extents that wait for a message. Chosen: as many as are granted. */
    private static final int BYTES_TO_FREE = BYTES_AT_ONCE;

    private final Session session;
    private final long index;
    private final int[] servers;
    private final StockOfSize[] bySize = new StockOfSize[ExtentPointer.SIZES];
    private final PointerList[] replaced = new PointerList[AddressSpace.SERVERS];
    private final long[] replacedBytes = new long[AddressSpace.SERVERS];
    private final PointerList taken = new PointerList();
    private final PointerList dropped = new PointerList();

    /** Extents that a change which failed may still put into a page. */
    private final PointerList uncertain = new PointerList();

    /** Extents of a bulk load, which no page of the tree names yet. */
    private final PointerList loaded = new PointerList();

    private boolean loading;
    private boolean joined;
    private boolean hasLost;
    private boolean announced;

    /** The stock of a size, by server. */
    private static final class StockOfSize {
        private final @Nullable PointerList[] stock = new PointerList[AddressSpace.SERVERS];
        private final int[] number = new int[AddressSpace.SERVERS];
    }

    ExtentStock(Session session, long index, List<Integer> servers) {
        this.session = session;
        this.index = index;
        this.servers = servers.stream().mapToInt(Integer::intValue).toArray();
        for (int server : this.servers) {
            replaced[server] = new PointerList();
        }
        Arrays.setAll(bySize, _ -> new StockOfSize());
    }

    /** Begins a change; {@link #done} or {@link #failed} must follow. */
    void begin() {
        if (!joined) {
            joinAll();
        }
    }

    /** Makes this view known to all servers: they look for what it loses if it dies. */
    private void joinAll() {
        for (int server : servers) {
            if (session.lossOf(server) == null) {
                call(server).begin(ExtentRequest.JOIN).execute();
            }
        }
        joined = true;
    }

    /** Says to all servers that entries will expire: their clocks tick from now on. */
    void announceExpiry(ServerClocks clocks) {
        if (announced) {
            return;
        }
        for (int server : servers) {
            if (session.lossOf(server) == null) {
                long at = session.host().nanoTime();
                Call answer = call(server).begin(ExtentRequest.EXPIRE).execute();
                clocks.note(server, Words.get(answer.answer(), 0, 0), at);
            }
        }
        announced = true;
    }

    /** Takes an extent for so many bytes, at a server if it has one. */
    long take(int server, int bytes) {
        int size = ExtentPointer.sizeFor(bytes);
        try {
            return takeOf(server, size);
        } catch (RequestRefusedException e) {
            if (e.status() != Status.OUT_OF_MEMORY) {
                throw e;
            }
            return takeElsewhere(server, size, e);
        }
    }

    private long takeElsewhere(int full, int size, RequestRefusedException reason) {
        for (int server : servers) {
            if (server != full && session.lossOf(server) == null) {
                try {
                    return takeOf(server, size);
                } catch (RequestRefusedException e) {
                    if (e.status() != Status.OUT_OF_MEMORY) {
                        throw e;
                    }
                }
            }
        }
        throw reason;
    }

    /** Takes an extent for so many bytes at a server, and at no other. */
    long takeAt(int server, int bytes) {
        return takeOf(server, ExtentPointer.sizeFor(bytes));
    }

    private long takeOf(int server, int size) {
        PointerList stock = bySize[size].stock[server];
        if (stock == null || stock.isEmpty()) {
            stock = refill(server, size);
        }
        long pointer = stock.removeLast();
        (loading ? loaded : taken).add(pointer);
        return pointer;
    }

    private PointerList refill(int server, int size) {
        StockOfSize sizes = bySize[size];
        int number = numberFor(sizes.number[server], ExtentPointer.bytes(size));
        sendReplaced(server);
        int inHand = taken.size() + uncertain.size() + loaded.size();
        boolean namesAll = inHand <= MOST_IN_HAND;
        ExtentCall call = call(server).begin(ExtentRequest.TAKE).add(size).add(number);
        call.add(namesAll ? 1 : 0);
        if (namesAll) {
            inHand(call, server, size);
        }
        Call answer = call.execute();
        PointerList stock = new PointerList();
        ExtentCall.pointers(answer, stock);
        if (loading) {
            stock.reverse(); // Taken in their order, so that neighbours are written together.
        }
        if (stock.isEmpty()) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT, "server granted no extent: server=" + server);
        }
        sizes.stock[server] = stock;
        sizes.number[server] = number;
        return stock;
    }

    private int numberFor(int before, int bytes) {
        int most =
                loading
                        ? Math.clamp(BYTES_FOR_LOAD / bytes, 1, MOST_FOR_LOAD)
                        : Math.clamp(BYTES_AT_ONCE / bytes, 1, MOST_AT_ONCE);
        return before == 0
                ? Math.min(FIRST_NUMBER, most)
                : Math.clamp((long) before * (loading ? GROWTH_FOR_LOAD : 2), 1, most);
    }

    /** Names the extents of a size that may not be in the tree yet. */
    private void inHand(ExtentCall call, int server, int size) {
        for (PointerList list : List.of(taken, uncertain, loaded)) {
            for (int i = 0; i < list.size(); i++) {
                long pointer = list.get(i);
                if (SpreadPointer.server(pointer) == server
                        && SpreadPointer.size(pointer) == size) {
                    call.add(pointer);
                }
            }
        }
    }

    /** Takes back an extent that the change under way has not put into the tree. */
    void putBack(long pointer) {
        taken.remove(pointer);
        StockOfSize sizes = bySize[SpreadPointer.size(pointer)];
        int server = SpreadPointer.server(pointer);
        PointerList stock = sizes.stock[server];
        if (stock == null) {
            stock = new PointerList();
            sizes.stock[server] = stock;
        }
        stock.add(pointer);
    }

    /** Of several changes under way, one has put an extent into the tree. */
    void stored(long pointer) {
        taken.remove(pointer);
    }

    /** Takes back all extents of the change under way, which has put none into the tree. */
    void putBackTaken() {
        while (!taken.isEmpty()) {
            putBack(taken.get(taken.size() - 1));
        }
    }

    /** Notes an extent that the change under way takes out of the tree. */
    void drop(long pointer) {
        dropped.add(pointer);
    }

    /** The change is visible: what it has used is in the tree, and what it has replaced is not. */
    void done() {
        taken.clear();
        if (dropped.isEmpty()) {
            return;
        }
        for (int i = 0; i < dropped.size(); i++) {
            addReplaced(dropped.get(i));
        }
        dropped.clear();
    }

    private void addReplaced(long pointer) {
        int server = SpreadPointer.server(pointer);
        PointerList waiting = replaced[server];
        if (waiting != null) {
            waiting.add(pointer);
            replacedBytes[server] += SpreadPointer.bytes(pointer);
        }
    }

    /** Gives replaced extents back, where there are many of them. No page is locked. */
    void sendReplaced() {
        for (int server : servers) {
            if (replacedBytes[server] >= BYTES_TO_FREE && session.lossOf(server) == null) {
                sendReplaced(server);
            }
        }
    }

    private void sendReplaced(int server) {
        PointerList waiting = replaced[server];
        while (waiting != null && !waiting.isEmpty()) {
            ExtentCall call = call(server).begin(ExtentRequest.FREE).add(hasLost ? 1 : 0);
            hasLost = false;
            while (!waiting.isEmpty() && call.hasRoom()) {
                call.add(waiting.removeLast());
            }
            call.execute();
        }
        replacedBytes[server] = 0;
    }

    /** Of several changes some have failed: what all of them have replaced is to be searched. */
    void lostSome() {
        hasLost = true;
        failed();
    }

    /** The change has failed; parts of it may be visible, or become visible later. */
    void failed() {
        hasLost |= !taken.isEmpty() || !dropped.isEmpty();
        for (int i = 0; i < taken.size(); i++) {
            uncertain.add(taken.get(i));
        }
        taken.clear();
        dropped.clear();
    }

    /** What is taken from now on belongs to a bulk load. */
    void beginLoad() {
        assert loaded.isEmpty() : loaded.size();
        loading = true;
    }

    /**
     * Asks all servers with extents of the bulk load for an answer: a server whose connection has
     * ended would free them, as those of a dead client.
     */
    void confirmLoad() {
        boolean[] asked = new boolean[AddressSpace.SERVERS];
        for (int i = 0; i < loaded.size(); i++) {
            int server = SpreadPointer.server(loaded.get(i));
            if (!asked[server]) {
                asked[server] = true;
                call(server).begin(ExtentRequest.JOIN).execute();
            }
        }
    }

    /** The bulk load takes no more extents; {@link #loadDone} or another end follows. */
    void endTaking() {
        loading = false;
    }

    /** The bulk load is visible: its extents are in the tree. Gives back what it left over. */
    void loadDone() {
        loaded.clear();
        giveBackUnused();
    }

    /** The bulk load has failed, and its extents will never be in the tree: gives them back. */
    void loadAbandoned() {
        for (int i = 0; i < loaded.size(); i++) {
            addReplaced(loaded.get(i));
        }
        loaded.clear();
        giveBackUnused();
    }

    /** The bulk load has failed; it may be visible, or become visible later. */
    void loadFailed() {
        hasLost |= !loaded.isEmpty();
        for (int i = 0; i < loaded.size(); i++) {
            uncertain.add(loaded.get(i));
        }
        loaded.clear();
    }

    /** Gives back what is replaced, and what is more than later changes soon need. */
    private void giveBackUnused() {
        for (int size = 0; size < bySize.length; size++) {
            int kept = Math.clamp(BYTES_AT_ONCE / ExtentPointer.bytes(size), 1, MOST_AT_ONCE);
            for (int server : servers) {
                PointerList stock = bySize[size].stock[server];
                while (stock != null && stock.size() > kept) {
                    addReplaced(stock.removeLast());
                }
            }
        }
        settle();
    }

    /** Gives everything back, to servers that still answer. */
    void close() {
        if (!joined) {
            return;
        }
        for (int server : servers) {
            if (session.lossOf(server) == null && session.link(server).isOpen()) {
                close(server);
            }
        }
    }

    private void close(int server) {
        PointerList waiting = replaced[server];
        for (StockOfSize sizes : bySize) {
            PointerList stock = sizes.stock[server];
            while (waiting != null && stock != null && !stock.isEmpty()) {
                waiting.add(stock.removeLast());
            }
        }
        sendReplaced(server);
        if (uncertain.isEmpty()) {
            call(server).begin(ExtentRequest.LEAVE).execute();
        }
    }

    /** Gives back all that was replaced, so that servers know it. */
    void settle() {
        for (int server : servers) {
            if (session.lossOf(server) == null) {
                sendReplaced(server);
            }
        }
    }

    private ExtentCall call(int server) {
        return new ExtentCall(session.link(server).admin(), index);
    }
}
