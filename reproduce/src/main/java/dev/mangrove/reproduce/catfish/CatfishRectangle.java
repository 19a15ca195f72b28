package dev.mangrove.reproduce.catfish;

import java.util.random.RandomGenerator;

/** A random rectangle of the Catfish paper's workloads; each draw overwrites it. */
final class CatfishRectangle {
    private static final double LONGEST_EDGE = 1e-4;
    private static final double EXPONENT = 0.01;
    private static final double FROM = StrictMath.pow(0.5, EXPONENT);

    private final RandomGenerator random;
    private double minX;
    private double minY;
    private double maxX;
    private double maxY;

    CatfishRectangle(RandomGenerator random) {
        this.random = random;
    }

    /** Draws an object of the initial tree: uniform position, edges up to 0.0001. */
    void drawObject() {
        place(random.nextDouble(), random.nextDouble());
        maxX = minX + random.nextDouble() * LONGEST_EDGE;
        maxY = minY + random.nextDouble() * LONGEST_EDGE;
    }

    /** Draws a search window at a uniform position. */
    void drawWindow(CatfishWork work) {
        double scale = work.scale(random.nextDouble());
        double width = edge(work, scale);
        double height = edge(work, scale);
        place(random.nextDouble() * (1 - width), random.nextDouble() * (1 - height));
        maxX = minX + width;
        maxY = minY + height;
    }

    /**
     * Draws a rectangle to insert: as large as a window, with a skewed position, as of objects in
     * cities.
     */
    void drawInsert(CatfishWork work) {
        double scale = work.scale(random.nextDouble());
        place(skewed(), skewed());
        maxX = minX + edge(work, scale);
        maxY = minY + edge(work, scale);
    }

    double minX() {
        return minX;
    }

    double minY() {
        return minY;
    }

    double maxX() {
        return maxX;
    }

    double maxY() {
        return maxY;
    }

    private void place(double x, double y) {
        minX = x;
        minY = y;
    }

    private double edge(CatfishWork work, double scale) {
        return work.isOfOneScale() ? random.nextDouble() * scale : scale;
    }

    private double skewed() {
        double place = StrictMath.pow(FROM + random.nextDouble() * (1 - FROM), 1 / EXPONENT);
        return random.nextBoolean() ? place : 1 - place;
    }
}
