package dev.mangrove.check.history;

/** A closed rectangle; a point is one whose sides have no length. */
public record Rectangle(double minX, double minY, double maxX, double maxY) {
    public Rectangle {
        if (!(minX <= maxX && minY <= maxY)) {
            throw new IllegalArgumentException(
                    "not a rectangle: x=[%s, %s], y=[%s, %s]".formatted(minX, maxX, minY, maxY));
        }
    }

    /** Whether the two have a point in common; borders count. */
    public boolean intersects(Rectangle other) {
        return minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY;
    }
}
