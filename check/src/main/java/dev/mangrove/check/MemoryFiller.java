package dev.mangrove.check;

import dev.mangrove.Mangrove;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.ServerStatus;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.Words;

import java.util.function.IntUnaryOperator;

/**
 * Takes memory of servers by indexes that no client uses, until one slice or a few are left. An
 * index is granted 1, 1, 2, 4 … slices, so several indexes of falling size leave exactly those.
 */
public final class MemoryFiller {
    /** The largest page. */
    public static final int PAGE_BYTES = 4096;

    /** Such pages of a slice. */
    public static final int PAGES_OF_A_SLICE = (int) (AddressSpace.SLICE_BYTES / PAGE_BYTES);

    private final Mangrove mangrove;
    private final Session session;
    private final IntUnaryOperator left;
    private int indexes;

    private MemoryFiller(Mangrove mangrove, Session session, IntUnaryOperator left) {
        this.mangrove = mangrove;
        this.session = session;
        this.left = left;
    }

    /** Leaves one slice free at each of the servers. */
    public static void fill(Mangrove mangrove, int servers) {
        fill(mangrove, servers, _ -> 1);
    }

    /** Leaves so many slices free at each of the servers, by its number. */
    public static void fill(Mangrove mangrove, int servers, IntUnaryOperator slices) {
        try (Session session = ClientAccess.of(mangrove).session()) {
            MemoryFiller filler = new MemoryFiller(mangrove, session, slices);
            for (int server = 0; server < servers; server++) {
                while (filler.surplus(server) > 0) {
                    filler.fill(server);
                }
            }
        }
    }

    /**
     * Also takes pages of the last slice for an index, of the largest size, so that few are left.
     */
    public static void fill(Mangrove mangrove, int servers, String index, int freePages) {
        fill(mangrove, servers);
        try (Session session = ClientAccess.of(mangrove).session()) {
            MemoryFiller filler = new MemoryFiller(mangrove, session, _ -> 1);
            long id = session.catalogue().open(index).id();
            for (int server = 0; server < servers; server++) {
                filler.take(server, id, PAGES_OF_A_SLICE - freePages);
            }
        }
    }

    /** Slices at a server beyond those that shall stay free. */
    private long surplus(int server) {
        ServerStatus status = ClientAccess.of(mangrove).status(server);
        long free = (status.memoryLimit() - status.memoryUsed()) / AddressSpace.SLICE_BYTES;
        return free - left.applyAsInt(server);
    }

    /** Lets a new index take as many grants as leave enough for others. */
    private void fill(int server) {
        String name = "filler-" + session.number() + "-" + indexes++;
        OrderedIndexes.create(
                session, name, OrderedOptions.of(Design.FINE).withPageSize(PAGE_BYTES));
        long index = session.catalogue().open(name).id();
        long surplus = surplus(server);
        long granted = 0;
        for (long next = 1; granted + next <= surplus; next = granted) {
            for (long slice = 0; slice < next; slice++) {
                take(server, index, PAGES_OF_A_SLICE);
            }
            granted += next;
        }
    }

    private void take(int server, long index, int pages) {
        Call call = session.link(server).admin();
        int bytes = Words.write(call.request(), Call.PAYLOAD, index, PAGE_BYTES, pages);
        call.execute(TreeKind.ALLOCATE_PAGES, bytes);
    }
}
