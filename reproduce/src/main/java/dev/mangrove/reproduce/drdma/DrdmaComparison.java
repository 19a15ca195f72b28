package dev.mangrove.reproduce.drdma;

import dev.mangrove.reproduce.Comparison;
import dev.mangrove.reproduce.Comparison.Side;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The shuffle of D-RDMA: rows of a table to two servers. As published, the processor copies rows
 * out, or posts a list of fragments for each, or the card plans its DMAs for all rows of a message;
 * ours is the last of these, with one plan for both servers.
 */
public final class DrdmaComparison {
    private static final int SERVERS = 2;

    private DrdmaComparison() {}

    /** Compares on the published cluster's profile, or on another one. */
    public static List<Comparison> run(@Nullable String name, int tablesPerPosting) {
        Profile profile = Profile.named(name == null ? "drdma-cx5" : name);
        Side planned = side("D-RDMA", Shuffle.planned(profile, SERVERS, false, tablesPerPosting));
        return List.of(
                Comparison.of(
                        "D-RDMA",
                        "shuffle",
                        "Gb/s",
                        List.of(side("copy-out", Shuffle.copyOut(profile, false)), planned),
                        List.of(new Side("one plan for all", planned.rate(), planned.usage()))));
    }

    private static Side side(String name, Shuffle.Rate rate) {
        return new Side(name, rate.gbps(), rate.usage());
    }
}
