package dev.mangrove.reproduce.nam;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Reproduction;

import java.util.List;

/** Claims of section 6.1 on throughput that hold for uniform and skewed data. */
final class NamThroughput {
    /** Largest number of clients that counts as low load. */
    private static final int LOW_LOAD = 20;

    /** Number of clients from which stagnating growth is measured. */
    private static final int STAGNATES = 40;

    private NamThroughput() {}

    static void claims(Reproduction result, NamCurves curves, List<NamWork> works, int most) {
        hybridIsHighest(result, curves, works);
        for (NamWork work : works) {
            hybridBeatsCoarse(result, curves, work);
        }
        coarseLeadsAtFirst(result, curves);
        for (NamWork work : works) {
            coarseStagnates(result, curves, work, most);
        }
        for (NamWork work : works) {
            fineBesideHybrid(result, curves, work);
        }
    }

    private static void hybridIsHighest(
            Reproduction result, NamCurves curves, List<NamWork> works) {
        int cases = 0;
        int highest = 0;
        for (NamWork work : works) {
            for (int clients : curves.clientsAbove(Design.HYBRID, work, LOW_LOAD)) {
                double others =
                        Math.max(
                                curves.rate(Design.COARSE, work, clients),
                                curves.rate(Design.FINE, work, clients));
                cases++;
                highest +=
                        Bound.FIRST.holds(curves.rate(Design.HYBRID, work, clients) / others)
                                ? 1
                                : 0;
            }
        }
        result.claim(
                "hybrid is highest in almost all cases above 20 clients: share of cases",
                (double) highest / cases,
                Bound.ALMOST_ALL,
                text("%d of %d", highest, cases));
    }

    private static void hybridBeatsCoarse(Reproduction result, NamCurves curves, NamWork work) {
        double least = Double.MAX_VALUE;
        for (int clients : curves.clientsAbove(Design.HYBRID, work, LOW_LOAD)) {
            least = Math.min(least, curves.ratio(Design.HYBRID, Design.COARSE, work, clients));
        }
        result.claim(
                work.name() + ": above 20 clients hybrid clearly outperforms coarse: at least",
                least,
                Bound.MUCH_MORE);
    }

    /** The paper's figures start with 20 clients; it calls only that lead minimal. */
    private static void coarseLeadsAtFirst(Reproduction result, NamCurves curves) {
        for (NamPoint point : curves.curve(Design.COARSE, NamWork.A)) {
            int clients = point.clients();
            if (clients <= LOW_LOAD) {
                boolean isFirst = clients == LOW_LOAD;
                result.claim(
                        text(
                                "%s: with %d clients coarse outperforms hybrid%s",
                                NamWork.A.name(), clients, isFirst ? " minimally" : ""),
                        curves.ratio(Design.COARSE, Design.HYBRID, NamWork.A, clients),
                        isFirst ? Bound.SLIGHTLY_MORE : Bound.MORE);
            }
        }
    }

    private static void coarseStagnates(
            Reproduction result, NamCurves curves, NamWork work, int most) {
        result.claim(
                text("%s: coarse stagnates: %d clients to %d", work.name(), most, STAGNATES),
                curves.rate(Design.COARSE, work, most)
                        / curves.rate(Design.COARSE, work, STAGNATES),
                Bound.NO_MORE);
    }

    private static void fineBesideHybrid(Reproduction result, NamCurves curves, NamWork work) {
        int[] clients = curves.clientsAbove(Design.HYBRID, work, LOW_LOAD);
        result.claim(
                work.name()
                        + (work.isRange()
                                ? ": fine is almost as good as hybrid"
                                : ": fine is much lower than hybrid"),
                curves.ratio(Design.FINE, Design.HYBRID, work, clients),
                work.isRange() ? Bound.SAME : Bound.MUCH_LESS);
    }
}
