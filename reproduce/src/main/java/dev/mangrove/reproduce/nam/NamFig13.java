package dev.mangrove.reproduce.nam;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

/** Latency of queries with few and with many clients, on skewed and on uniform data. */
public final class NamFig13 implements Experiment {
    private static final long KEYS = 1_200_000;
    private static final int FEW = 10;
    private static final int MANY = 240;

    @Override
    public String name() {
        return "nam-fig13";
    }

    @Override
    public String what() {
        return "NAM trees, figures 13 and 14: latency with few and with many clients";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(Profile.named(profile == null ? NamText.PROFILE : profile), KEYS, FEW, MANY);
    }

    static Reproduction run(Profile profile, long keys, int few, int many) {
        Reproduction result = new Reproduction("nam-fig13");
        for (boolean skewed : new boolean[] {true, false}) {
            NamCurves curves = new NamCurves();
            for (Design design : NamText.DESIGNS) {
                NamSetup setup = NamSetup.of(design, skewed, keys, many);
                curves.measure(profile, setup, NamFig8.WORKS, few, many);
            }
            curves.show(result, skewed ? "skewed, " : "uniform, ");
            draw(result, curves, skewed);
            for (NamWork work : NamFig8.WORKS) {
                claims(result, curves, work, skewed ? "skewed" : "uniform", few, many);
            }
        }
        return NamText.scaled(result, keys)
                .note("latency is clients by throughput, as each has one query under way");
    }

    private static void draw(Reproduction result, NamCurves curves, boolean skewed) {
        String data = skewed ? "skewed" : "uniform";
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                data,
                                text(
                                        "NAM trees, figure %d: latency of queries, %s data",
                                        skewed ? 13 : 14, data),
                                "With few clients coarse is fastest, as a query is one message."
                                        + " With many its servers are busy, and hybrid or fine is"
                                        + " faster.");
        curves.forEach(
                (design, work, point) ->
                        drawing.bars(work.name(), "", "microseconds")
                                .ours(design.text(), point.clients() + " clients", point.micros()));
    }

    private static void claims(
            Reproduction result, NamCurves curves, NamWork work, String data, int few, int many) {
        double coarse = curves.at(Design.COARSE, work, few).micros();
        double fine = curves.at(Design.FINE, work, few).micros();
        double hybrid = curves.at(Design.HYBRID, work, few).micros();
        result.claim(
                text("%s, %s: with %d clients coarse is fastest", data, work.name(), few),
                coarse / Math.min(fine, hybrid),
                Bound.LAST,
                text("%.1f us, fine %.1f, hybrid %.1f", coarse, fine, hybrid));
        double loaded = curves.at(Design.COARSE, work, many).micros();
        double best =
                Math.min(
                        curves.at(Design.FINE, work, many).micros(),
                        curves.at(Design.HYBRID, work, many).micros());
        result.claim(
                text(
                        "%s, %s: with %d clients fine or hybrid is faster than coarse",
                        data, work.name(), many),
                best / loaded,
                Bound.LESS,
                text("%.1f and %.1f us", best, loaded));
    }
}
