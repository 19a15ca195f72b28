package dev.mangrove.check.ordered;

import java.util.SplittableRandom;

/**
 * What a run does with meganodes beside moving them.
 *
 * @param keepers clients that place new meganodes while others work
 * @param joins whether a server joins meanwhile, and gets some
 * @param leaves whether a server is emptied after that, and must stay so while keepers place more
 * @param reloads whether the index is emptied and loaded again, while others read it
 * @param posters clients that post separators late
 */
record MeganodePlan(int keepers, boolean joins, boolean leaves, boolean reloads, int posters) {
    /** Nothing, as in designs without meganodes. */
    static final MeganodePlan NONE = new MeganodePlan(0, false, false, false, 0);

    /** Chosen: two meet each other, as with a lease whose holder was slow. */
    private static final int MOST_KEEPERS = 2;

    private static final int JOIN_ONE_IN = 4;
    private static final int LEAVE_ONE_IN = 3;
    private static final int RELOAD_ONE_IN = 4;

    /** Draws what happens while meganodes move all the time; no server joins or leaves. */
    static MeganodePlan drawMoves(SplittableRandom lots) {
        boolean reloads = lots.nextInt(RELOAD_ONE_IN) == 0;
        return new MeganodePlan(lots.nextInt(2), false, false, reloads, 1 + lots.nextInt(3));
    }

    static MeganodePlan draw(int servers, boolean isShortOfMemory, SplittableRandom lots) {
        int keepers = lots.nextInt(MOST_KEEPERS + 1);
        boolean joins = lots.nextInt(JOIN_ONE_IN) == 0;
        boolean leaves = lots.nextInt(LEAVE_ONE_IN) == 0;
        boolean reloads = lots.nextInt(RELOAD_ONE_IN) == 0;
        boolean several = servers > 1;
        return new MeganodePlan(
                several ? keepers : 0,
                joins && several && !isShortOfMemory,
                leaves && several && !isShortOfMemory,
                reloads && !isShortOfMemory,
                0);
    }
}
