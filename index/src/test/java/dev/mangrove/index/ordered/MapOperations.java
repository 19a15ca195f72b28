package dev.mangrove.index.ordered;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Draws operations on a map; each can be executed on several maps with the same arguments. */
final class MapOperations {
    private static final long[] EDGES = {
        Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE
    };
    private static final int KEYS = 60;

    private final RandomGenerator random;

    MapOperations(RandomGenerator random) {
        this.random = random;
    }

    /**
     * One operation.
     *
     * @param name in messages
     * @param body returns a comparable result
     */
    record Operation(String name, Function<NavigableMap<Long, Long>, Object> body) {
        /** The result, or the class of the exception. */
        Object outcome(NavigableMap<Long, Long> map) {
            try {
                return Objects.toString(body.apply(map));
            } catch (RuntimeException e) {
                return e.getClass();
            }
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * Draws one of a few keys, many of them neighbours, so that operations concern the same keys.
     */
    long key() {
        return random.nextInt(8) == 0 ? EDGES[random.nextInt(EDGES.length)] : random.nextInt(KEYS);
    }

    /** Any view of the map but itself. */
    Operation view() {
        long from = key();
        long to = key();
        boolean one = random.nextBoolean();
        boolean two = random.nextBoolean();
        return switch (random.nextInt(7)) {
            case 0 -> new Operation("headMap " + to + " " + one, map -> map.headMap(to, one));
            case 1 -> new Operation("tailMap " + from + " " + one, map -> map.tailMap(from, one));
            case 2 -> new Operation("descendingMap", NavigableMap::descendingMap);
            case 3 -> new Operation("headMap " + to, map -> map.headMap(to));
            case 4 -> new Operation("subMap " + from + " " + to, map -> map.subMap(from, to));
            case 5 -> new Operation("tailMap " + from, map -> map.tailMap(from));
            default ->
                    new Operation(
                            "subMap " + from + " " + one + " " + to + " " + two,
                            map -> map.subMap(from, one, to, two));
        };
    }

    /** Any operation. */
    Operation next() {
        return switch (random.nextInt(4)) {
            case 0 -> question();
            case 1 -> neighbour();
            case 2 -> change();
            default -> random.nextInt(4) == 0 ? sweep() : computation();
        };
    }

    private Operation question() {
        long key = key();
        return switch (random.nextInt(10)) {
            case 0 -> new Operation("get " + key, map -> map.get(key));
            case 1 -> new Operation("containsKey " + key, map -> map.containsKey(key));
            case 2 -> new Operation("containsValue " + key, map -> map.containsValue(key));
            case 3 -> new Operation("size", NavigableMap::size);
            case 4 -> new Operation("isEmpty", NavigableMap::isEmpty);
            case 5 -> new Operation("hashCode", NavigableMap::hashCode);
            case 6 -> new Operation("equals", map -> map.equals(new HashMap<>(map)));
            case 7 -> new Operation("toString", NavigableMap::toString);
            case 8 -> new Operation("keys", map -> new ArrayList<>(map.navigableKeySet()));
            default -> new Operation("values", map -> new ArrayList<>(map.values()));
        };
    }

    private Operation neighbour() {
        long key = key();
        return switch (random.nextInt(16)) {
            case 0 -> new Operation("firstKey", NavigableMap::firstKey);
            case 1 -> new Operation("lastKey", NavigableMap::lastKey);
            case 2 -> new Operation("firstEntry", NavigableMap::firstEntry);
            case 3 -> new Operation("lastEntry", NavigableMap::lastEntry);
            case 4 -> new Operation("lowerKey " + key, map -> map.lowerKey(key));
            case 5 -> new Operation("floorKey " + key, map -> map.floorKey(key));
            case 6 -> new Operation("ceilingKey " + key, map -> map.ceilingKey(key));
            case 7 -> new Operation("higherKey " + key, map -> map.higherKey(key));
            case 8 -> new Operation("lowerEntry " + key, map -> map.lowerEntry(key));
            case 9 -> new Operation("floorEntry " + key, map -> map.floorEntry(key));
            case 10 -> new Operation("ceilingEntry " + key, map -> map.ceilingEntry(key));
            case 11 -> new Operation("higherEntry " + key, map -> map.higherEntry(key));
            case 12 -> new Operation("pollFirstEntry", NavigableMap::pollFirstEntry);
            case 13 -> new Operation("pollLastEntry", NavigableMap::pollLastEntry);
            case 14 -> new Operation("keys pollFirst", map -> map.navigableKeySet().pollFirst());
            default ->
                    new Operation(
                            "descendingKeySet", map -> new ArrayList<>(map.descendingKeySet()));
        };
    }

    private Operation change() {
        long key = key();
        long one = random.nextInt(3);
        long two = random.nextInt(3);
        return switch (random.nextInt(9)) {
            case 0 -> new Operation("remove " + key, map -> map.remove(key));
            case 1 -> new Operation("remove " + key + " " + one, map -> map.remove(key, one));
            case 2 -> new Operation("putIfAbsent " + key + " " + one, m -> m.putIfAbsent(key, one));
            case 3 -> new Operation("replace " + key + " " + one, map -> map.replace(key, one));
            case 4 ->
                    new Operation(
                            "replace " + key + " " + one + " " + two,
                            map -> map.replace(key, one, two));
            case 5 -> new Operation("keys remove " + key, map -> map.keySet().remove(key));
            case 6 ->
                    new Operation(
                            "entries remove " + key + " " + one,
                            map -> map.entrySet().remove(Map.entry(key, one)));
            default -> new Operation("put " + key + " " + one, map -> map.put(key, one));
        };
    }

    private Operation computation() {
        long key = key();
        Long result = random.nextBoolean() ? null : (Long) (long) random.nextInt(3);
        long value = random.nextInt(3);
        String with = " " + key + " " + result;
        return switch (random.nextInt(4)) {
            case 0 -> new Operation("compute" + with, map -> map.compute(key, (k, v) -> result));
            case 1 ->
                    new Operation(
                            "computeIfAbsent" + with, map -> map.computeIfAbsent(key, k -> result));
            case 2 ->
                    new Operation(
                            "computeIfPresent" + with,
                            map -> map.computeIfPresent(key, (k, v) -> result));
            default ->
                    new Operation(
                            "merge" + with + " " + value,
                            map -> map.merge(key, value, (a, b) -> result));
        };
    }

    /** Operations on many entries. */
    private Operation sweep() {
        int every = random.nextInt(1, 5);
        List<Long> some = Arrays.asList(key(), key(), key());
        return switch (random.nextInt(8)) {
            case 0 -> new Operation("replaceAll", MapOperations::replaceAll);
            case 1 -> new Operation("remove every " + every, map -> removeEvery(map, every));
            case 2 -> new Operation("set every " + every, map -> setEvery(map, every));
            case 3 -> new Operation("retain " + some, map -> map.keySet().retainAll(some));
            case 4 -> new Operation("remove " + some, map -> map.keySet().removeAll(some));
            case 5 -> new Operation("values remove 1", map -> map.values().remove(1L));
            case 6 -> new Operation("clear", MapOperations::clear);
            default -> new Operation("entries", map -> new ArrayList<>(map.entrySet()));
        };
    }

    private static Object replaceAll(NavigableMap<Long, Long> map) {
        map.replaceAll((key, value) -> (key & 1) + value % 2);
        return map;
    }

    private static Object clear(NavigableMap<Long, Long> map) {
        map.clear();
        return map.size();
    }

    private static Object removeEvery(NavigableMap<Long, Long> map, int every) {
        int seen = 0;
        for (Iterator<Long> keys = map.keySet().iterator(); keys.hasNext(); ) {
            keys.next();
            if (++seen % every == 0) {
                keys.remove();
            }
        }
        return map.keySet();
    }

    private static Object setEvery(NavigableMap<Long, Long> map, int every) {
        int seen = 0;
        List<Long> old = new ArrayList<>();
        for (Map.Entry<Long, Long> entry : map.entrySet()) {
            if (++seen % every == 0) {
                old.add(entry.setValue((long) seen % 3));
            }
        }
        return old;
    }
}
