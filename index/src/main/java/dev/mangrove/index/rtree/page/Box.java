package dev.mangrove.index.rtree.page;

/** A growing bounding box, with the largest key of its content. Reusable. */
public final class Box {
    /** Left border. */
    public double minX;

    /** Lower border. */
    public double minY;

    /** Right border. */
    public double maxX;

    /** Upper border. */
    public double maxY;

    /** Largest key. */
    public long key;

    /** Creates an empty box. */
    public Box() {
        clear();
    }

    /** Makes the box empty. */
    public Box clear() {
        minX = Double.POSITIVE_INFINITY;
        minY = Double.POSITIVE_INFINITY;
        maxX = Double.NEGATIVE_INFINITY;
        maxY = Double.NEGATIVE_INFINITY;
        key = Long.MIN_VALUE;
        return this;
    }

    /** Sets the box to a rectangle. */
    public Box set(double left, double lower, double rightmost, double upper, long largest) {
        minX = left;
        minY = lower;
        maxX = rightmost;
        maxY = upper;
        key = largest;
        return this;
    }

    /** Grows to hold a rectangle. */
    public Box add(double left, double lower, double rightmost, double upper, long largest) {
        minX = Math.min(minX, left);
        minY = Math.min(minY, lower);
        maxX = Math.max(maxX, rightmost);
        maxY = Math.max(maxY, upper);
        key = Math.max(key, largest);
        return this;
    }

    /** Grows to hold another. */
    public Box add(Box other) {
        return add(other.minX, other.minY, other.maxX, other.maxY, other.key);
    }

    /** Grows to hold some entries of a block. */
    public Box add(EntryBlock block, int from, int to) {
        for (int i = from; i < to; i++) {
            add(block.minX(i), block.minY(i), block.maxX(i), block.maxY(i), block.key(i));
        }
        return this;
    }

    /** Sets the box to the bounds of all entries of a page. */
    public Box around(NodeView view) {
        view.addTo(clear());
        return this;
    }

    /** Whether another is within this. */
    public boolean holds(Box other) {
        return minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY;
    }

    /** Whether another is within this, and its key is no larger. */
    public boolean covers(Box other) {
        return holds(other) && key >= other.key;
    }

    /** Whether an entry of a page covers this. */
    public boolean isCoveredBy(NodeView view, int slot) {
        return view.minX(slot) <= minX
                && view.minY(slot) <= minY
                && view.maxX(slot) >= maxX
                && view.maxY(slot) >= maxY
                && view.key(slot) >= key;
    }

    /** Whether an entry of a page has this rectangle and key. */
    public boolean isEqualTo(NodeView view, int slot) {
        return view.minX(slot) == minX
                && view.minY(slot) == minY
                && view.maxX(slot) == maxX
                && view.maxY(slot) == maxY
                && view.key(slot) == key;
    }

    /** Whether its area is less than that of an entry of a page. */
    public boolean isSmallerThan(NodeView view, int slot) {
        return AreaOrder.isLess(
                maxX - minX,
                maxY - minY,
                view.maxX(slot) - view.minX(slot),
                view.maxY(slot) - view.minY(slot));
    }
}
