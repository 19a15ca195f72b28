package dev.mangrove.index.rtree;

import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;

/** Areas of entries. */
final class Areas {
    private Areas() {}

    static double of(EntryBlock entries, int i) {
        return (entries.maxX(i) - entries.minX(i)) * (entries.maxY(i) - entries.minY(i));
    }

    /** Area of what holds an entry and a box. */
    static double withBox(EntryBlock entries, int i, Box box) {
        return (Math.max(entries.maxX(i), box.maxX) - Math.min(entries.minX(i), box.minX))
                * (Math.max(entries.maxY(i), box.maxY) - Math.min(entries.minY(i), box.minY));
    }

    /** Area of what holds two entries. */
    static double union(EntryBlock entries, int i, int j) {
        return (Math.max(entries.maxX(i), entries.maxX(j))
                        - Math.min(entries.minX(i), entries.minX(j)))
                * (Math.max(entries.maxY(i), entries.maxY(j))
                        - Math.min(entries.minY(i), entries.minY(j)));
    }

    /** Area that an entry and a rectangle share. */
    static double shared(
            EntryBlock entries, int i, double minX, double minY, double maxX, double maxY) {
        double width = Math.min(entries.maxX(i), maxX) - Math.max(entries.minX(i), minX);
        double height = Math.min(entries.maxY(i), maxY) - Math.max(entries.minY(i), minY);
        return width <= 0 || height <= 0 ? 0 : width * height;
    }

    /** Whether an entry holds a box. */
    static boolean holds(EntryBlock entries, int i, Box box) {
        return entries.minX(i) <= box.minX
                && entries.minY(i) <= box.minY
                && entries.maxX(i) >= box.maxX
                && entries.maxY(i) >= box.maxY;
    }
}
