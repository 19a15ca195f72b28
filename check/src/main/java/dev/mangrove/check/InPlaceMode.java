package dev.mangrove.check;

import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.sim.InjectedFault;
import dev.mangrove.sim.Interleaving;
import dev.mangrove.sim.Interleaving.Stores;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.SplittableRandom;

/** Whether clients of a run share a machine with servers and access their memory in place. */
public enum InPlaceMode {
    /** The seed decides. */
    BY_LOT(""),
    /** All clients use verbs. */
    NEVER("--by-verbs"),
    /** Most clients work in place. */
    ALWAYS("--in-place"),
    /** Most clients work in place, and a thread's stores become visible late. */
    BUFFERED("--in-place --store-buffers"),
    /**
     * All clients use verbs, and what a server's threads store becomes visible late: a READ sees
     * pages that are half changed, and fences of servers matter.
     */
    SERVERS_BUFFERED("--by-verbs --store-buffers");

    private static final int[] SWITCH_ONE_IN = {2, 8, 32};
    private static final long[] LONGEST_NANOS = {2_000, 20_000, 100_000};

    private final String option;

    InPlaceMode(String option) {
        this.option = option;
    }

    /** The mode that the options of the command line select. */
    public static InPlaceMode of(boolean byVerbs, boolean inPlace, boolean storeBuffers) {
        if (byVerbs && inPlace) {
            throw new IllegalArgumentException("--by-verbs excludes --in-place");
        }
        if (byVerbs) {
            return storeBuffers ? SERVERS_BUFFERED : NEVER;
        }
        return storeBuffers ? BUFFERED : inPlace ? ALWAYS : BY_LOT;
    }

    /** Appends the option of this mode to a check's options. */
    public String after(String options) {
        return option.isEmpty() ? options : options + " " + option;
    }

    /** Draws the interleaving of loads and stores; null if each change in place is one step. */
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
            case BUFFERED, SERVERS_BUFFERED -> new Interleaving(switchOneIn, longest, order);
        };
    }

    /** Whether clients never access memory of servers in place. */
    public boolean isByVerbs() {
        return this == NEVER || this == SERVERS_BUFFERED;
    }

    /** Whether a fault can happen where clients work so. */
    public boolean allows(InjectedFault fault) {
        return switch (this) {
            case NEVER -> !fault.isInPlace();
            case SERVERS_BUFFERED -> fault != InjectedFault.CLIENT_CRASH_IN_PLACE;
            case BY_LOT, ALWAYS, BUFFERED -> true;
        };
    }

    /** Whether a branch can be taken where clients work so: a reader in place meets a change. */
    public boolean allows(RareBranch branch) {
        return switch (branch) {
            case GET_REPEATED, SCAN_REPEATED, PAGE_REREAD, BUSY_PAGE_AWAITED -> this != NEVER;
            case PARENTS_USED, LEAVES_USED -> !isByVerbs();
            default -> true;
        };
    }

    /**
     * The cluster of a run in place: clients on a server's machine access its memory directly, and
     * most cards have no memory of their own, as where all clients use shared memory.
     */
    public static Profile profile(Profile profile, SplittableRandom lots) {
        Profile direct = profile.with("host.direct", 1).with("promise.cpu_atomics", 1);
        return lots.nextInt(4) == 0 ? direct : direct.with("device.bytes", 0);
    }
}
