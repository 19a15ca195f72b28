package dev.mangrove.reproduce.nam;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Inserts among point queries over the number of clients. */
public final class NamFig12 implements Experiment {
    private static final long KEYS = 1_200_000;
    private static final int[] CLIENTS = {20, 40, 80, 120, 160, 200, 240};
    private static final long QUANTUM_NANOS = 100;

    /** The paper: fine is ahead beyond 140 clients. */
    private static final double CROSSING = 140;

    private static final List<NamWork> WORKS = List.of(NamWork.C, NamWork.D);

    @Override
    public String name() {
        return "nam-fig12";
    }

    @Override
    public String what() {
        return "NAM trees, figure 12: throughput with inserts by number of clients, uniform data";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(Profile.named(profile == null ? NamText.PROFILE : profile), KEYS, CLIENTS);
    }

    static Reproduction run(Profile profile, long keys, int... clients) {
        NamCurves curves = new NamCurves();
        int most = clients[clients.length - 1];
        for (Design design : NamText.DESIGNS) {
            NamSetup setup = NamSetup.of(design, false, keys, most).withQuantum(QUANTUM_NANOS);
            curves.measure(profile, setup, WORKS, clients);
        }
        Reproduction result = new Reproduction("nam-fig12");
        for (NamWork work : WORKS) {
            double crossing = crossing(curves, work);
            if (Double.isFinite(crossing)) {
                result.row(
                        work.name() + ": clients from which on fine is ahead of hybrid",
                        CROSSING,
                        crossing);
            }
        }
        curves.draw(
                result.figures()
                        .drawing(
                                "",
                                "NAM trees, figure 12: throughput with inserts, uniform data",
                                "From 40 clients on hybrid is ahead of coarse, and always of fine."
                                    + " In the paper fine passes hybrid beyond 140 clients; here it"
                                    + " never does."));
        curves.show(result, "");
        for (NamWork work : WORKS) {
            claims(result, curves, work, most);
        }
        return NamText.scaled(result, keys);
    }

    private static void claims(Reproduction result, NamCurves curves, NamWork work, int most) {
        int[] all = curves.clientsAbove(Design.HYBRID, work, 0);
        result.claim(
                work.name() + ": hybrid clearly outperforms coarse",
                curves.ratio(Design.HYBRID, Design.COARSE, work, all),
                Bound.MUCH_MORE);
        double low = Double.MAX_VALUE;
        for (int clients : all) {
            if (clients < CROSSING) {
                low = Math.min(low, curves.ratio(Design.HYBRID, Design.FINE, work, clients));
            }
        }
        result.claim(
                work.name() + ": below 140 clients hybrid dominates fine: at least",
                low,
                Bound.MUCH_MORE);
        result.claim(
                text("%s: with %d clients fine is ahead of hybrid", work.name(), most),
                curves.ratio(Design.FINE, Design.HYBRID, work, most),
                Bound.MORE);
        for (Design design : List.of(Design.COARSE, Design.HYBRID)) {
            double last = curves.rate(design, work, most);
            double peak = curves.peak(design, work);
            result.claim(
                    text(
                            "%s: %s degrades: %d clients to its peak",
                            work.name(), design.text(), most),
                    last / peak,
                    Bound.LESS,
                    text("%.2f and %.2f M/s", last / 1e6, peak / 1e6));
        }
    }

    /** Number of clients at which fine's throughput passes hybrid's; infinite if it never does. */
    private static double crossing(NamCurves curves, NamWork work) {
        int before = 0;
        double leadBefore = 0;
        for (int clients : curves.clientsAbove(Design.HYBRID, work, 0)) {
            double lead = Math.log(curves.ratio(Design.HYBRID, Design.FINE, work, clients));
            if (lead <= 0) {
                double part = before == 0 ? 1 : leadBefore / (leadBefore - lead);
                return before + part * (clients - before);
            }
            before = clients;
            leadBefore = lead;
        }
        return Double.POSITIVE_INFINITY;
    }
}
