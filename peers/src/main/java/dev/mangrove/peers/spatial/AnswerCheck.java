package dev.mangrove.peers.spatial;

import dev.mangrove.peers.Measured;

/**
 * Checks every object found in one turn: it must lie in the searched window. The first answers are
 * added up to a checksum; the parent compares the checksums of all systems, which shows objects
 * that a system missed.
 */
final class AnswerCheck {
    /** Number of answers in the checksum. Chosen, not tuned. */
    static final int SUMMED = 16;

    /**
     * Tolerance for systems that are not exact: about two metres in degrees, for Redis's geohash.
     */
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

    /** Number of checked searches. */
    long searches() {
        return searches;
    }

    /** The checksum. */
    long sum() {
        return sum;
    }

    /** Checks searches by window. */
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

    /** Checks searches for the {@code number} nearest objects, sorted by distance. */
    void nearest(Answers answers, int number) {
        for (int search = 0; search < answers.size(); search++) {
            boolean summed = searches++ < SUMMED;
            if (answers.found(search) != Math.min(number, data.loaded())) {
                measured.wrong(answers.found(search) + " nearest objects");
            }
            for (int i = 0; summed && i < answers.found(search); i++) {
                // Adds distances, not ids, as several objects may have the same distance.
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
