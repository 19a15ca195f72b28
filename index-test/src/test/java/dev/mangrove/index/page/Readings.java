package dev.mangrove.index.page;

import java.util.Arrays;

/** The result of reading every key of a page, at each of its moments, as comparable numbers. */
final class Readings {
    private static final long NONE = -1;
    private static final long LEFT = -2;
    private static final long DEAD = -3;
    private static final long NO_PAGE = -4;

    private final long[][] byMoment;

    Readings(Moments moments) {
        byMoment = new long[moments.count()][];
        for (int moment = 0; moment < byMoment.length; moment++) {
            PlainPage page = moments.at(moment, 0);
            byMoment[moment] = of(page.keys(), page.view());
        }
    }

    /** Results of reading each key of a page. */
    static long[] of(PageView view) {
        return of(TestKeys.WORDS, view);
    }

    /** Results of reading each key of a page, with keys that numbers stand for. */
    static long[] of(TestKeys keys, PageView view) {
        long[] readings = new long[(int) RandomWriter.KEYS];
        for (int key = 0; key < readings.length; key++) {
            readings[key] = of(view, keys.word(key));
        }
        return readings;
    }

    private static long of(PageView view, long key) {
        return switch (view.relate(Page.LEAF, key)) {
            case HERE -> {
                int slot = view.find(key);
                yield slot == Page.NONE ? NONE : view.value(slot);
            }
            case RIGHT -> view.right();
            case LEFT -> LEFT;
            case DEAD -> DEAD;
            default -> NO_PAGE;
        };
    }

    /** A key with a result that the page had at no moment between the two; or -1. */
    int firstWrong(long[] readings, int from, int to) {
        for (int key = 0; key < readings.length; key++) {
            boolean right = false;
            for (int moment = from; moment <= to && !right; moment++) {
                right = byMoment[moment][key] == readings[key];
            }
            if (!right) {
                return key;
            }
        }
        return -1;
    }

    /** Whether a key had a value at a moment between the two. */
    boolean had(long key, long value, int from, int to) {
        for (int moment = from; moment <= to; moment++) {
            if (byMoment[moment][(int) key] == value) {
                return true;
            }
        }
        return false;
    }

    /** Whether the page had all these results at one moment between the two. */
    boolean isOfOneMoment(long[] readings, int from, int to) {
        for (int moment = from; moment <= to; moment++) {
            if (Arrays.equals(byMoment[moment], readings)) {
                return true;
            }
        }
        return false;
    }
}
