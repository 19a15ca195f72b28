package dev.mangrove.reproduce.cell;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.AccessMode;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.Map;

/** One meganode on one core: searches by the server, by clients, and as the selector decides. */
public final class CellFig4 implements Experiment {
    /** Processes of clients that saturate card and core. Chosen. */
    static final int MOST_PROCESSES = 12;

    private static final int[] PROCESSES = {1, 2, 4, 6, 8, 10, MOST_PROCESSES};

    /** Section 4.2: 1.44 M READs per second over 64 MB, instead of 1.04 M over 1 GB. */
    private static final double READ_NANOS = 694;

    private static final double SERVER = 158;
    private static final double CLIENT = 305;
    private static final double CELL = 432;
    private static final double SHARE_OF_SUM = 0.93;

    @Override
    public String name() {
        return "cell-fig4";
    }

    @Override
    public String what() {
        return "Cell, figure 4: searches of one meganode on one core";
    }

    @Override
    public Reproduction run(@Nullable String name) {
        return run(Profile.named(name == null ? CellText.PROFILE : name), PROCESSES);
    }

    static Reproduction run(Profile profile, int... processes) {
        Profile small = smallMemory(profile);
        Reproduction result = new Reproduction("cell-fig4");
        Map<AccessMode, CellPoint> peaks = new EnumMap<>(AccessMode.class);
        Map<AccessMode, CellPoint> crowds = new EnumMap<>(AccessMode.class);
        for (CellSystem system : CellSystem.values()) {
            for (int number : processes) {
                CellPoint point =
                        CellServer.measure(small, CellSetup.uncached(system.mode(), 1, number));
                peaks.merge(system.mode(), point, CellPoint::higher);
                crowds.put(system.mode(), point);
                draw(result, system, point);
            }
        }
        CellPoint server = CellPoint.in(peaks, AccessMode.SERVER);
        CellPoint client = CellPoint.in(peaks, AccessMode.CLIENT);
        CellPoint cell = CellPoint.in(peaks, AccessMode.QUEUE);
        CellPoint auto = CellPoint.in(peaks, AccessMode.AUTO);
        panel(result)
                .paper(CellSystem.SERVER.text(), SERVER, server.micros())
                .paper(CellSystem.CLIENT.text(), CLIENT, client.micros())
                .paper(CellSystem.CELL.text(), CELL, cell.micros());
        result.row("server, K/s", SERVER, server.thousands())
                .row("client, K/s", CLIENT, client.thousands())
                .row("Cell, K/s", CELL, cell.thousands())
                .row("Cell to the sum of both", SHARE_OF_SUM, share(cell, server, client))
                .measured("auto, K/s", auto.thousands())
                .measured("auto to the sum of both", share(auto, server, client));
        double cellMicros = CellPoint.in(crowds, AccessMode.QUEUE).micros();
        double serverMicros = CellPoint.in(crowds, AccessMode.SERVER).micros();
        result.claim(
                "with all clients, Cell's latency is lower than the server's",
                cellMicros / serverMicros,
                Bound.LESS,
                text("%.1f and %.1f us", cellMicros, serverMicros));
        return result.note(CellText.SCALE);
    }

    /** A profile with READs of a small memory, as this figure has them. */
    static Profile smallMemory(Profile profile) {
        return profile.with("nic.in_read_ns", READ_NANOS);
    }

    private static double share(CellPoint mixed, CellPoint server, CellPoint client) {
        return mixed.perSecond() / (server.perSecond() + client.perSecond());
    }

    private static void draw(Reproduction result, CellSystem system, CellPoint point) {
        panel(result).ours(system.text(), point.thousands(), point.micros());
    }

    private static Panel panel(Reproduction result) {
        return result.figures()
                .drawing(
                        "",
                        "Cell, figure 4: searches of one meganode on one core",
                        "The selector uses the server's core and its card, and comes near the sum"
                                + " of both. The paper prints highest throughputs, which are drawn"
                                + " at our latencies.")
                .curves("Latency", "thousand searches per second", "microseconds")
                .measuredX();
    }
}
