package dev.mangrove.check.history;

/** A closed rectangle; a point is a rectangle with edges of length 0. */
public record Rectangle(double minX, double minY, double maxX, double maxY) {
    public Rectangle {
        if (!(minX <= maxX && minY <= maxY)) {
            throw new IllegalArgumentException(
                    "not a rectangle: x=[%s, %s], y=[%s, %s]".formatted(minX, maxX, minY, maxY));
        }
    }

    /** Whether the rectangles have a point in common; borders count. */
    public boolean intersects(Rectangle other) {
        return minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY;
    }
}
