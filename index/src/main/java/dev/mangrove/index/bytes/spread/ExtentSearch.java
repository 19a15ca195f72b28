package dev.mangrove.index.bytes.spread;

import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.ExtentRequest;
import dev.mangrove.index.wire.Words;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Looks for extents that servers have allocated and that are neither in the tree nor in the hands
 * of a client that lives.
 */
final class ExtentSearch {
    private static final int TRIES = 3;
    private static final long SUPERSEDED = -1;

    private final Session session;
    private final long index;
    private final Supplier<List<Integer>> all;
    private List<Integer> servers = List.of();
    private final SpreadTree tree;
    private final long[] numbers = new long[AddressSpace.SERVERS];
    private final @Nullable PointerList[] found = new PointerList[AddressSpace.SERVERS];
    private final Set<Long> unknown = new HashSet<>();
    private final Set<Long> seen = new HashSet<>();
    private long allocated;
    private boolean mayExpire;

    /**
     * Creates a search.
     *
     * @param servers that may have extents of the index
     */
    ExtentSearch(Session session, long index, Supplier<List<Integer>> servers, SpreadTree tree) {
        this.session = session;
        this.index = index;
        this.all = servers;
        this.tree = tree;
    }

    /**
     * Frees what is lost.
     *
     * @param always whether to look also where no client has died or lost an extent
     * @return number of extents that were freed
     */
    long free(boolean always) {
        if (!begin(always)) {
            return 0;
        }
        tree.extents(this::note);
        return Math.max(0, end(true));
    }

    /** Counts what is lost, and keeps it. */
    long count() {
        for (int i = 0; i < TRIES; i++) {
            seen.clear();
            boolean _ = begin(true);
            tree.extents(
                    pointer -> {
                        seen.add(pointer);
                        note(pointer);
                    });
            long lost = end(false);
            if (lost != SUPERSEDED) {
                return lost;
            }
        }
        return 0;
    }

    /** Number of extents that {@link #count} has found in the tree. */
    long found() {
        return seen.size();
    }

    /** Number of extents that {@link #count} has found allocated. */
    long allocated() {
        return allocated;
    }

    /** Whether a server has said that the index may have entries that expire. */
    boolean mayExpire() {
        return mayExpire;
    }

    /** Bytes of the extents that {@link #count} has found in the tree. */
    long foundBytes() {
        return seen.stream().mapToLong(SpreadPointer::bytes).sum();
    }

    /**
     * Extents that are in the tree and not allocated. One that was freed while the tree was read is
     * not in the tree any more.
     */
    Set<Long> dangling() {
        if (unknown.isEmpty()) {
            return Set.of();
        }
        Set<Long> still = new HashSet<>();
        tree.extents(
                pointer -> {
                    if (unknown.contains(pointer)) {
                        still.add(pointer);
                    }
                });
        return still;
    }

    private boolean begin(boolean always) {
        boolean any = false;
        unknown.clear();
        servers = all.get();
        Arrays.fill(found, null);
        for (int server : servers) {
            found[server] = new PointerList();
            Call answer = call(server).begin(ExtentRequest.SEARCH).add(always ? 1 : 0).execute();
            numbers[server] = Words.get(answer.answer(), 0, 0);
            any |= numbers[server] != 0;
            mayExpire |= Words.get(answer.answer(), 0, 1) != 0;
        }
        return any;
    }

    private void note(long pointer) {
        int server = SpreadPointer.server(pointer);
        PointerList list = found[server];
        if (list == null || numbers[server] == 0) {
            return;
        }
        list.add(pointer);
        if (list.size() == ExtentRequest.MOST_WORDS / 2) {
            tell(server, list);
        }
    }

    private void tell(int server, PointerList list) {
        ExtentCall call = call(server).begin(ExtentRequest.FOUND).add(numbers[server]);
        for (int i = 0; i < list.size(); i++) {
            call.add(list.get(i));
        }
        list.clear();
        PointerList others = new PointerList();
        ExtentCall.pointers(call.execute(), others);
        for (int i = 0; i < others.size(); i++) {
            unknown.add(others.get(i));
        }
    }

    private long end(boolean frees) {
        long lost = 0;
        allocated = 0;
        boolean whole = true;
        for (int server : servers) {
            PointerList list = found[server];
            if (list != null && numbers[server] != 0) {
                tell(server, list);
                Call answer =
                        call(server)
                                .begin(ExtentRequest.END)
                                .add(numbers[server])
                                .add(frees ? 1 : 0)
                                .execute();
                long here = Words.get(answer.answer(), 0, 0);
                whole &= here != SUPERSEDED;
                lost += Math.max(0, here);
                allocated += Words.get(answer.answer(), 0, 1);
            }
        }
        return whole ? lost : SUPERSEDED;
    }

    private ExtentCall call(int server) {
        return new ExtentCall(session.link(server).admin(), index);
    }
}
