package dev.mangrove.reproduce.cell;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.Mangrove;
import dev.mangrove.bench.published.RangeLock;
import dev.mangrove.bench.published.RangeLockedMove;
import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The longest stall of an insert while a meganode of 32 MB goes to another server: page by page, as
 * ours does, and under a lock of its key range, as published in section 2.2.
 */
public final class CellMoves implements Experiment {
    private static final int SERVERS = 2;
    private static final int CORES = 2;

    /** Processes that insert. Chosen: servers are far from busy, so that only the move delays. */
    private static final int INSERTING = 4;

    /** Time between two inserts of a thread. Chosen: inserts meet every tenth page or so. */
    private static final long PERIOD_NANOS = 400_000;

    /** Inserts of each thread before the move. Chosen. */
    private static final long WARM_UP = 100;

    private static final int FIRST = 0;

    /** In microseconds. Chosen before the measurement: some round trips of 21 us. */
    private static final double LONGEST_OURS = 200;

    /** In microseconds. Chosen before the measurement: 32 MB take the link 16 ms. */
    private static final double SHORTEST_PUBLISHED = 10_000;

    /** How a meganode moves. */
    private interface Move {
        /** Moves the meganode of a key to the first server; returns the number of its pages. */
        long move(Mangrove mangrove, long key);
    }

    /**
     * Inserts beside one move.
     *
     * @param micros the longest insert during the move
     * @param before the longest insert before the move
     * @param seconds that the move took
     * @param pages that moved
     */
    private record Stall(double micros, double before, double seconds, long pages) {}

    @Override
    public String name() {
        return "cell-moves";
    }

    @Override
    public String what() {
        return "Cell, section 2.2: the longest stall of an insert while a meganode moves";
    }

    @Override
    public Reproduction run(@Nullable String name) {
        return run(Profile.named(name == null ? CellText.PROFILE : name), CellTree.MOVING);
    }

    static Reproduction run(Profile profile, CellTree tree) {
        Reproduction result = new Reproduction("cell-moves");
        Stall ours = measure(profile, tree, (mangrove, key) -> pageByPage(mangrove, key));
        Stall published = measure(profile, tree, (mangrove, key) -> locked(mangrove, key, tree));
        draw(result, "page by page", ours);
        draw(result, "range locked", published);
        result.claim(
                "ours: an insert stalls for at most 200 us while a meganode of 32 MB moves",
                ours.micros,
                Bound.atMost(LONGEST_OURS));
        result.claim(
                "as published, it stalls for at least 10 ms",
                published.micros,
                Bound.atLeast(SHORTEST_PUBLISHED));
        return result.note(
                        text(
                                "%,d pages of 1 KB and a meganode on either side of them; 12"
                                        + " threads insert every 0.4 ms each, a third of the keys"
                                        + " into the meganode that moves",
                                tree.nodes()))
                .note(
                        text(
                                "the link alone takes %.1f ms for these pages",
                                tree.nodes()
                                        * CellSetup.PAGE_BYTES
                                        * Byte.SIZE
                                        / profile.value("nic.gbps")
                                        / 1e6));
    }

    private static Stall measure(Profile profile, CellTree tree, Move move) {
        try (CellCluster cluster =
                        new CellCluster(profile, tree, SERVERS, CORES, List.of(new RangeLock()));
                CellRun run =
                        cluster.start(
                                CellWork.INSERT.withoutSearch().every(PERIOD_NANOS),
                                CellCluster.view(CellSystem.SERVER),
                                INSERTING)) {
            run.warmUp(WARM_UP);
            run.warmUp(WARM_UP);
            double before = run.window().longestNanos() / 1e3;
            run.warmUp(1);
            long from = cluster.cluster().nanoTime();
            long[] pages = new long[1];
            long second = CellTree.key(tree.keys() / tree.meganodes());
            run.runBeside(mangrove -> pages[0] = move.move(mangrove, second));
            double seconds = (cluster.cluster().nanoTime() - from) / 1e9;
            return new Stall(run.window().longestNanos() / 1e3, before, seconds, pages[0]);
        }
    }

    private static long pageByPage(Mangrove mangrove, long key) {
        try (IndexBalance balance =
                OrderedIndexes.balance(ClientAccess.of(mangrove).session(), CellCluster.INDEX)) {
            return balance.move(KeyCopy.of(key), FIRST);
        }
    }

    private static long locked(Mangrove mangrove, long key, CellTree tree) {
        Session session = ClientAccess.of(mangrove).session();
        try (RangeLockedMove move =
                new RangeLockedMove(session, CellCluster.INDEX, tree.options(), true)) {
            return move.move(key, FIRST);
        }
    }

    private static void draw(Reproduction result, String how, Stall stall) {
        result.measured(how + ", longest insert, us", stall.micros)
                .measured(how + ", longest insert before, us", stall.before)
                .measured(how + ", seconds", stall.seconds)
                .measured(how + ", pages", (double) stall.pages);
        Panel panel =
                result.figures()
                        .drawing(
                                "",
                                "Cell: the longest stall of an insert while a meganode moves",
                                "32 MB go to another server, page by page or under a lock of their"
                                        + " keys.")
                        .bars("Longest insert", "", "microseconds");
        panel.ours(how, "before the move", stall.before);
        panel.ours(how, "during the move", stall.micros);
    }
}
