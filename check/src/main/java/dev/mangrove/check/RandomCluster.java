package dev.mangrove.check;

import dev.mangrove.sim.Faults;
import dev.mangrove.sim.hardware.Profile;

import java.util.EnumSet;
import java.util.SplittableRandom;

/** Draws the cluster of a run from its seed: hardware and faults. */
public final class RandomCluster {
    private static final Profile BASE = Profile.named("base");
    private static final int LONG_PAUSES_ONE_IN = 8;

    /** The least memory of a card that servers use for latches (docs/RDMA.md). */
    private static final int SMALL_CARD_BYTES = 32 << 10;

    private RandomCluster() {}

    /** Draws cores, jitter and the guarantees of the fabric. */
    public static Profile profile(SplittableRandom lots) {
        return BASE.with("host.cores", 1 + lots.nextInt(4))
                .with("link.jitter_ns", lots.nextInt(3_000))
                .with("nic.retry_ns", 2_000_000)
                .with("promise.ordered_writes", lots.nextInt(2))
                .with("promise.read_atomicity", lots.nextInt(4) == 0 ? 8 : 64);
    }

    /**
     * Draws the cards' support for latches: masked atomics or not, and the size of their memory.
     *
     * @param lots a generator of its own, so that the rest of a run does not depend on it
     */
    public static Profile card(Profile profile, SplittableRandom lots) {
        return switch (lots.nextInt(4)) {
            case 0 -> profile.with("promise.masked_atomics", 0);
            case 1 ->
                    profile.with("promise.masked_atomics", 0)
                            .with("device.bytes", SMALL_CARD_BYTES);
            default -> profile;
        };
    }

    /**
     * Draws half of the allowed faults, so that each occurs with and without each other; no long
     * pauses, see {@link #withLongPauses}.
     */
    public static Faults faults(Faults allowed, SplittableRandom lots) {
        EnumSet<Faults.Kind> kinds = EnumSet.noneOf(Faults.Kind.class);
        for (Faults.Kind kind : Faults.Kind.values()) {
            if (kind != Faults.Kind.LONG_PAUSES && lots.nextBoolean() && allowed.has(kind)) {
                kinds.add(kind);
            }
        }
        return new Faults(kinds);
    }

    /**
     * Adds long pauses to the faults of few runs: they take several times as long as others.
     *
     * @param lots a generator of its own, so that the rest of a run does not depend on it
     */
    public static Faults withLongPauses(Faults drawn, Faults allowed, SplittableRandom lots) {
        if (!allowed.has(Faults.Kind.LONG_PAUSES) || lots.nextInt(LONG_PAUSES_ONE_IN) != 0) {
            return drawn;
        }
        EnumSet<Faults.Kind> kinds = EnumSet.of(Faults.Kind.LONG_PAUSES);
        kinds.addAll(drawn.kinds());
        return new Faults(kinds);
    }
}
