package dev.mangrove.sim.request;

import dev.mangrove.fabric.FragmentCursor;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.transfer.CostCurve;
import dev.mangrove.fabric.transfer.TransferPlan;
import dev.mangrove.sim.hardware.DmaEngine;
import dev.mangrove.sim.hardware.Profile;
import dev.mangrove.sim.hardware.SelectedData;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The data of writes of selections that are posted together, as the client's card fetches it. A
 * card without an optimizer fetches fragment by fragment, as lists of scatter-gather elements ask
 * it to (D-RDMA, section 2). One with an optimizer covers the fragments of all writes by boxes,
 * fetches a box when the first write needs it, and sends the data of a write once its last box is
 * there (section 4). All selections of a posting are of the same memory.
 */
final class SelectedWrites implements SelectedData {
    /** Chosen: few of them fit into the memory of a card, and each is many packets of the bus. */
    private static final int LARGEST_BOX = 16 << 10;

    private final boolean plans;
    private final CostCurve cost;
    private final TransferPlan plan = new TransferPlan();
    private final FragmentCursor cursor = new FragmentCursor();
    private final List<Selection> selections = new ArrayList<>();
    private int[] ends = new int[16];
    private long[] boxArrivals = {};
    private long[] boxPlaces = {};
    private boolean planned;
    private boolean cached = true;

    private SelectedWrites(boolean plans, CostCurve cost) {
        this.plans = plans;
        this.cost = cost;
    }

    /** How a card sends a selection of its host's memory. */
    enum Mode {
        /** The processor copies it into one piece first. */
        COPIED,
        /** The card fetches each fragment. */
        LISTED,
        /** The card plans what to fetch. */
        PLANNED;

        static Mode of(Profile profile) {
            return values()[profile.count("nic.selections")];
        }
    }

    /**
     * A posting without writes. One more read costs the time in which one of the tags is free
     * again.
     */
    static SelectedWrites of(Profile profile, Mode mode) {
        CostCurve cost =
                new CostCurve(
                        profile.value("dma.read_ns") / profile.value("dma.tags"),
                        8 / profile.value("dma.gbps"));
        return new SelectedWrites(mode == Mode.PLANNED, cost);
    }

    /**
     * Adds a write; returns its number.
     *
     * @param isCached whether the card finds the selected memory in the processor's cache
     */
    int add(Selection selection, boolean isCached) {
        cached = isCached;
        int number = selections.size();
        selections.add(selection);
        if (plans) {
            for (cursor.begin(selection); cursor.next(); ) {
                plan.add(cursor.address(), cursor.length());
            }
            if (number == ends.length) {
                ends = Arrays.copyOf(ends, 2 * number);
            }
            ends[number] = plan.fragments();
        }
        return number;
    }

    @Override
    public long arrives(DmaEngine dma, long from, long base, int number) {
        if (!plans) {
            return fetchEach(dma, from, base, selections.get(number));
        }
        if (!planned) {
            planned = true;
            planBoxes();
        }
        long done = from;
        for (int i = number == 0 ? 0 : ends[number - 1]; i < ends[number]; i++) {
            done = Math.max(done, boxArrival(dma, from, base, boxOf(plan.place(i))));
        }
        return done;
    }

    private long fetchEach(DmaEngine dma, long from, long base, Selection selection) {
        long done = from;
        for (cursor.begin(selection); cursor.next(); ) {
            long arrived = dma.read(from, base + cursor.address(), cursor.length(), cached);
            done = Math.max(done, arrived);
        }
        return done;
    }

    private void planBoxes() {
        plan.plan(cost, LARGEST_BOX);
        boxArrivals = new long[plan.transfers()];
        boxPlaces = new long[plan.transfers()];
        for (int box = 1; box < boxPlaces.length; box++) {
            boxPlaces[box] = boxPlaces[box - 1] + plan.transferLength(box - 1);
        }
    }

    /** When a box is there, which is fetched if it was not yet. */
    private long boxArrival(DmaEngine dma, long from, long base, int box) {
        if (boxArrivals[box] == 0) {
            long address = base + plan.transferAddress(box);
            boxArrivals[box] = dma.read(from, address, plan.transferLength(box), cached);
        }
        return boxArrivals[box];
    }

    private int boxOf(long place) {
        int found = Arrays.binarySearch(boxPlaces, place);
        return found >= 0 ? found : -found - 2;
    }
}
