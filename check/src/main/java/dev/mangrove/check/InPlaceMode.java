package dev.mangrove.check;

import dev.mangrove.sim.Interleaving;
import dev.mangrove.sim.Interleaving.Stores;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.SplittableRandom;

/** Whether clients of a run are on their servers' machines and use memory there in place. */
public enum InPlaceMode {
    /** As the seed draws it. */
    BY_LOT(""),
    /** No client; all use verbs. */
    NEVER("--by-verbs"),
    /** Most do. */
    ALWAYS("--in-place"),
    /** Most do, and what a thread stores becomes visible late. */
    BUFFERED("--in-place --store-buffers");

    private static final int[] SWITCH_ONE_IN = {2, 8, 32};
    private static final long[] LONGEST_NANOS = {2_000, 20_000, 100_000};

    private final String option;

    InPlaceMode(String option) {
        this.option = option;
    }

    /** The mode that options of the command line ask for. */
    public static InPlaceMode of(boolean byVerbs, boolean inPlace, boolean storeBuffers) {
        if (byVerbs && (inPlace || storeBuffers)) {
            throw new IllegalArgumentException(
                    "--by-verbs does not go with --in-place or --store-buffers");
        }
        if (byVerbs) {
            return NEVER;
        }
        return storeBuffers ? BUFFERED : inPlace ? ALWAYS : BY_LOT;
    }

    /** Options of a check together with this one. */
    public String after(String options) {
        return option.isEmpty() ? options : options + " " + option;
    }

    /** Draws how threads get in each other's way; null if all come by verbs. */
    public @Nullable Interleaving draw(SplittableRandom lots) {
        boolean drawn = lots.nextBoolean();
        boolean late = lots.nextBoolean();
        Stores order = lots.nextBoolean() ? Stores.IN_ORDER : Stores.ANY_ORDER;
        int switchOneIn = SWITCH_ONE_IN[lots.nextInt(SWITCH_ONE_IN.length)];
        long longest = LONGEST_NANOS[lots.nextInt(LONGEST_NANOS.length)];
        return switch (this) {
            case NEVER -> null;
            case BY_LOT ->
                    drawn
                            ? new Interleaving(switchOneIn, longest, late ? order : Stores.AT_ONCE)
                            : null;
            case ALWAYS -> new Interleaving(switchOneIn, longest, late ? order : Stores.AT_ONCE);
            case BUFFERED -> new Interleaving(switchOneIn, longest, order);
        };
    }

    /**
     * The cluster of a run in place: neighbours use memory, and mostly there is none on cards, as
     * where all clients use shared memory.
     */
    public static Profile profile(Profile profile, SplittableRandom lots) {
        Profile direct = profile.with("host.direct", 1).with("promise.cpu_atomics", 1);
        return lots.nextInt(4) == 0 ? direct : direct.with("device.bytes", 0);
    }
}
