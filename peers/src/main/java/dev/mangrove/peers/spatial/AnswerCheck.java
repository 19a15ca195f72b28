package dev.mangrove.peers.spatial;

import dev.mangrove.peers.Measured;

/**
 * Looks at every object found in one turn: it must be where it was searched for. The first answers
 * are summed up, and the parent compares the sums of all systems, so that none can have missed
 * something that others found.
 */
final class AnswerCheck {
    /** How many answers are summed up. */
    static final int SUMMED = 16;

    /** What an answer that is not exact may be off: metres of a geohash, in degrees. */
    private static final double TOLERANCE = 2e-5;

    private final Data data;
    private final double off;
    private final Measured measured;
    private long searches;
    private long sum;

    AnswerCheck(Data data, boolean exact, Measured measured) {
        this.data = data;
        this.off = exact ? 0 : TOLERANCE;
        this.measured = measured;
    }

    /** Searches that were checked. */
    long searches() {
        return searches;
    }

    /** Of the first answers. */
    long sum() {
        return sum;
    }

    /** Searches by window. */
    void windows(Answers answers) {
        for (int search = 0; search < answers.size(); search++) {
            boolean summed = searches++ < SUMMED;
            for (int i = 0; i < answers.found(search); i++) {
                int id = answers.id(search, i);
                if (!isIn(answers, search, id)) {
                    measured.wrong("object " + id + " is not in its window");
                }
                sum += summed ? mix(id) : 0;
            }
            sum += summed ? 1 : 0;
        }
    }

    private boolean isIn(Answers answers, int search, int id) {
        return data.intersects(
                id,
                answers.x(search) - off,
                answers.y(search) - off,
                answers.toX(search) + off,
                answers.toY(search) + off);
    }

    /** Searches for so many of the nearest objects, which come by distance. */
    void nearest(Answers answers, int number) {
        for (int search = 0; search < answers.size(); search++) {
            boolean summed = searches++ < SUMMED;
            if (answers.found(search) != Math.min(number, data.loaded())) {
                measured.wrong(answers.found(search) + " nearest objects");
            }
            for (int i = 0; summed && i < answers.found(search); i++) {
                // By distance, as several may be equally far.
                sum +=
                        Double.doubleToLongBits(
                                data.distance(
                                        answers.id(search, i),
                                        answers.x(search),
                                        answers.y(search)));
            }
        }
    }

    private static long mix(int id) {
        long mixed = (id + 1) * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 29);
    }
}
