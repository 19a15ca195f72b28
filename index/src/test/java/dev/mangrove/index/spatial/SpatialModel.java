package dev.mangrove.index.spatial;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/** A model of an index that searches by brute force. */
public final class SpatialModel {
    private final Map<Long, Area> objects = new HashMap<>();

    /** A rectangle. */
    public record Area(double minX, double minY, double maxX, double maxY) {
        /** A random rectangle in the unit square; some have no area, some share borders. */
        public static Area random(RandomGenerator random, double largest) {
            double x = random.nextInt(4) == 0 ? random.nextInt(8) / 8.0 : random.nextDouble();
            double y = random.nextInt(4) == 0 ? random.nextInt(8) / 8.0 : random.nextDouble();
            double width = random.nextInt(5) == 0 ? 0 : random.nextDouble() * largest;
            double height = random.nextInt(5) == 0 ? 0 : random.nextDouble() * largest;
            return new Area(x - 0.5, y - 0.5, x - 0.5 + width, y - 0.5 + height);
        }

        /** Whether the rectangle has a relation to a window. */
        public boolean meets(Area window, Relation relation) {
            return switch (relation) {
                case INTERSECTS ->
                        minX <= window.maxX
                                && maxX >= window.minX
                                && minY <= window.maxY
                                && maxY >= window.minY;
                case CONTAINS -> window.isWithin(this);
                case WITHIN -> isWithin(window);
            };
        }

        private boolean isWithin(Area other) {
            return minX >= other.minX
                    && minY >= other.minY
                    && maxX <= other.maxX
                    && maxY <= other.maxY;
        }

        /** Distance from a point. */
        public double distance(double x, double y) {
            double dx = Math.max(0, Math.max(minX - x, x - maxX));
            double dy = Math.max(0, Math.max(minY - y, y - maxY));
            return Math.sqrt(dx * dx + dy * dy);
        }
    }

    /** The objects. */
    public Map<Long, Area> objects() {
        return objects;
    }

    /** Ids of objects that have a relation to a window. */
    public Set<Long> search(Area window, Relation relation) {
        Set<Long> ids = new HashSet<>();
        objects.forEach(
                (id, area) -> {
                    if (area.meets(window, relation)) {
                        ids.add(id);
                    }
                });
        return ids;
    }

    /** Distances of all objects from a point, in order. */
    public List<Double> distances(double x, double y) {
        List<Double> distances = new ArrayList<>();
        objects.values().forEach(area -> distances.add(area.distance(x, y)));
        Collections.sort(distances);
        return distances;
    }

    /** The objects as a stream. */
    public SpatialEntries entries() {
        List<Map.Entry<Long, Area>> all = new ArrayList<>(objects.entrySet());
        return entries(all);
    }

    /** Some objects as a stream. */
    public static SpatialEntries entries(List<Map.Entry<Long, Area>> all) {
        return new SpatialEntries() {
            private int at = -1;

            @Override
            public boolean next() {
                return ++at < all.size();
            }

            @Override
            public long id() {
                return all.get(at).getKey();
            }

            @Override
            public double minX() {
                return all.get(at).getValue().minX();
            }

            @Override
            public double minY() {
                return all.get(at).getValue().minY();
            }

            @Override
            public double maxX() {
                return all.get(at).getValue().maxX();
            }

            @Override
            public double maxY() {
                return all.get(at).getValue().maxY();
            }
        };
    }

    /** Ids that a search of an index returns; fails if an id occurs twice. */
    public static Set<Long> found(SpatialIndex index, Area window, Relation relation) {
        Set<Long> ids = new HashSet<>();
        try (SpatialCursor cursor =
                index.search(
                        window.minX,
                        window.minY,
                        window.maxX,
                        window.maxY,
                        relation,
                        Long.MAX_VALUE)) {
            while (cursor.next()) {
                if (!ids.add(cursor.id())) {
                    throw new AssertionError("returned twice: " + cursor.id());
                }
            }
        }
        return ids;
    }
}
