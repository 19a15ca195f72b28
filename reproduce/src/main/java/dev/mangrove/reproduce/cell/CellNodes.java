package dev.mangrove.reproduce.cell;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.AccessMode;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

/** Nodes of half the size: more levels and fewer bytes. */
public final class CellNodes implements Experiment {
    /**
     * 4,096 keys in three levels, and in four of half the size: a third more, as the paper's 4
     * levels are to 12.
     */
    private static final CellSetup.Nodes USUAL = new CellSetup.Nodes(CellSetup.PAGE_BYTES, 16, 3);

    private static final CellSetup.Nodes HALF = new CellSetup.Nodes(CellSetup.PAGE_BYTES / 2, 8, 4);

    /** Processes that saturate the card, and that do not. Chosen. */
    private static final int MANY = 16;

    private static final int FEW = 1;

    private static final double MORE_FETCHES = 1.16;
    private static final double FEWER_BYTES = 0.67;
    private static final double LONGER = 1.12;

    @Override
    public String name() {
        return "cell-nodes";
    }

    @Override
    public String what() {
        return "Cell, section 3: nodes of 512 bytes instead of 1 KB, read by clients";
    }

    @Override
    public Reproduction run(@Nullable String name) {
        Profile profile = Profile.named(name == null ? CellText.PROFILE : name);
        Reproduction result = new Reproduction(name());
        double fetches = fetches(profile, HALF) / fetches(profile, USUAL);
        double bytes = bytes(profile, HALF) / bytes(profile, USUAL);
        double alone = micros(profile, HALF, FEW) / micros(profile, USUAL, FEW);
        double crowded = micros(profile, HALF, MANY) / micros(profile, USUAL, MANY);
        result.row("fetches per second, times", MORE_FETCHES, fetches)
                .row("bytes of a search, times", FEWER_BYTES, bytes)
                .row("time of a search, saturated, times", LONGER, crowded)
                .measured("time of a search, alone, times", alone);
        result.claim("nodes of 512 bytes enable more fetches", fetches, Bound.MORE);
        result.claim("searches need less bandwidth", bytes, Bound.LESS);
        result.claim("searches take longer", crowded, Bound.MORE);
        draw(result, "fetches per second", MORE_FETCHES, fetches);
        draw(result, "bytes of a search", FEWER_BYTES, bytes);
        draw(result, "time of a search", LONGER, crowded);
        return result.note(
                text(
                        "%,d keys in %d levels, and in %d of nodes of half the size; the paper"
                                + " reckons with 12 and 16 levels for 10^15 keys",
                        USUAL.keys(), USUAL.levels(), HALF.levels()));
    }

    private static CellSetup setup(CellSetup.Nodes nodes, int processes) {
        return CellSetup.uncached(AccessMode.CLIENT, 1, processes).withNodes(nodes);
    }

    private static double fetches(Profile profile, CellSetup.Nodes nodes) {
        return CellServer.measure(profile, setup(nodes, MANY)).perSecond() * nodes.levels();
    }

    private static double bytes(Profile profile, CellSetup.Nodes nodes) {
        return CellServer.bytesPerSearch(profile, setup(nodes, FEW));
    }

    private static double micros(Profile profile, CellSetup.Nodes nodes, int processes) {
        return CellServer.measure(profile, setup(nodes, processes)).micros();
    }

    private static void draw(Reproduction result, String what, double paper, double ours) {
        result.figures()
                .drawing(
                        "",
                        "Cell, section 3: nodes of 512 bytes to nodes of 1 KB",
                        "A third more levels of half the size need fewer bytes and more READs.")
                .rows("512 bytes to 1 KB", "times")
                .guide(1)
                .ours("client", what, ours)
                .paper("client", what, paper);
    }
}
