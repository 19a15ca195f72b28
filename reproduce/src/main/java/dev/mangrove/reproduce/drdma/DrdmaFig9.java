package dev.mangrove.reproduce.drdma;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.FragmentCursor;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.transfer.ColumnSet;
import dev.mangrove.fabric.transfer.CostCurve;
import dev.mangrove.fabric.transfer.RowMask;
import dev.mangrove.fabric.transfer.TransferPlan;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.Testbed;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * How many DMAs and descriptors the examples of sections 2 to 4 take: lists of fragments, boxes
 * around fragments and gaps, and regions instead of lists.
 */
public final class DrdmaFig9 implements Experiment {
    private static final int VALUE = 4;
    private static final int ROWS = 64 << 10;
    private static final int COLUMNS = 5;
    private static final int SERVERS = 2;
    private static final int REGION = 1 << 20;
    private static final long LONGEST_NANOS = 1_000_000;

    /** Two rows of four values without their third. */
    private static final RowMask PROJECTION =
            new RowMask(4 * VALUE).run(0, 2 * VALUE).run(3 * VALUE, VALUE);

    @Override
    public String name() {
        return "drdma-fig9";
    }

    @Override
    public String what() {
        return "D-RDMA, figures 2, 3 and 9: DMAs and descriptors of fragmented rows";
    }

    @Override
    public Reproduction run(@Nullable String name) {
        Profile profile = Profile.named(name == null ? "drdma-cx5" : name);
        Reproduction result = new Reproduction(name());
        Selection two = new Selection().strided(0, 2, PROJECTION);
        int[] boxes = {
            dmas(profile.with("nic.selections", 1), rowsOf(two)),
            boxes(two, 0, Integer.MAX_VALUE),
            boxes(two, VALUE, 6 * VALUE),
            dmas(profile.with("nic.selections", 2), List.of(two))
        };
        String[] parts = {
            "(a) as listed",
            "(b) adjacent fragments joined",
            "(c) through one gap",
            "(d) through both gaps"
        };
        Panel panel =
                result.figures()
                        .drawing(
                                "",
                                "D-RDMA, figure 9: boxes around two rows of a projection",
                                "A card that follows the list makes a DMA of each fragment; one"
                                        + " that plans may fetch gaps to make fewer.")
                        .bars("Boxes", "", "DMAs")
                        .linearY();
        for (int i = 0; i < boxes.length; i++) {
            result.row(parts[i] + ", DMAs", boxes.length - i, boxes[i]);
            panel.ours("boxes", parts[i].substring(0, 3), boxes[i]);
            panel.paper("boxes", parts[i].substring(0, 3), boxes.length - i);
        }
        result.row(
                "shuffle of figure 2, DMAs", 6, dmas(profile.with("nic.selections", 1), shuffle()));
        descriptors(result);
        return result;
    }

    /** One request for each row, as a list of fragments. */
    private static List<Selection> rowsOf(Selection strided) {
        List<Selection> rows = new ArrayList<>();
        for (int row = 0; row < strided.rows(); row++) {
            rows.add(new Selection().strided(strided.row(row), 1, strided.mask()));
        }
        return rows;
    }

    /** The first and the third row of three columns. */
    private static List<Selection> shuffle() {
        RowMask element = new RowMask(4 * VALUE).run(0, VALUE);
        return List.of(
                new Selection().strided(0, 3, element),
                new Selection().strided(2L * VALUE, 3, element));
    }

    /** Boxes of a plan that joins fragments through gaps of up to so many bytes. */
    private static int boxes(Selection selection, int widestGap, int largest) {
        TransferPlan plan = new TransferPlan();
        FragmentCursor cursor = new FragmentCursor().begin(selection);
        while (cursor.next()) {
            plan.add(cursor.address(), cursor.length());
        }
        plan.plan(new CostCurve(widestGap, 1), largest);
        return plan.transfers();
    }

    /** DMAs of the client's card for a batch of writes of selections. */
    private static int dmas(Profile profile, List<Selection> selections) {
        try (Testbed testbed = new Testbed(profile, 1, REGION, Placement.HOST, 1)) {
            List<Long> counts = new ArrayList<>();
            testbed.startClients(1, (host, _) -> counts.add(send(testbed, host, selections)));
            if (!testbed.cluster().runUntil(LONGEST_NANOS, () -> !counts.isEmpty())) {
                throw new IllegalStateException("rows are not sent: profile=" + profile.name());
            }
            return counts.getFirst().intValue();
        }
    }

    private static long send(Testbed testbed, SimHost host, List<Selection> selections) {
        Endpoint endpoint = Testbed.endpoint(host);
        MemorySegment table = endpoint.allocate(16L * VALUE);
        Batch batch = testbed.connect(endpoint, 0).batch(selections.size());
        long before = host.nic().dma().reads();
        long at = 0;
        for (Selection selection : selections) {
            batch.write(testbed.handle(0).address(at), table, selection);
            at += selection.bytes();
        }
        batch.execute();
        return host.nic().dma().reads() - before;
    }

    /** Section 3: what describes the rows of section 5.1, and as many rows of a projection. */
    private static void descriptors(Reproduction result) {
        ColumnSet columns = ColumnSet.byRow();
        for (int column = 0; column < COLUMNS; column++) {
            columns.column((long) column * ROWS * VALUE, VALUE);
        }
        result.row(
                "shuffle, regions instead of R x C = 327,680 elements: N x C",
                SERVERS * COLUMNS,
                SERVERS * columns.columns());
        int most = Selection.MOST_FRAGMENTS / PROJECTION.runs();
        Selection projected = new Selection().strided(0, most, PROJECTION);
        result.row(
                "projection, elements of R rows: (1 + P) x R", 2.0 * most, projected.fragments());
        result.measured("projection, rows that one region describes", projected.rows());
    }
}
