package dev.mangrove.check.history.search;

import java.util.Arrays;

/**
 * Numbers the states of one register: {@link #ABSENT}, then every value in the order of its first
 * mention. Values that no operation ever inspects behave alike, and may share {@link #ANONYMOUS}.
 */
final class StateTable {
    /** The key is absent. */
    static final int ABSENT = 0;

    /** The key holds some value that nothing compares with and nothing reports. */
    static final int ANONYMOUS = 1;

    private static final int FIRST_VALUE = 2;

    private int size = FIRST_VALUE;
    private long[] values = new long[16];

    /** Open addressing; 0 marks a free place. */
    private int[] places = new int[64];

    /** The number of states so far. */
    int size() {
        return size;
    }

    /** The value of a state; an absent key counts as 0. */
    long value(int state) {
        return values[state];
    }

    /** The state that holds {@code value}, numbered now if it is new. */
    int intern(long value) {
        int place = find(value);
        if (places[place] == 0) {
            places[place] = add(value);
            if (size * 2 > places.length) {
                rehash();
                return size - 1;
            }
        }
        return places[place];
    }

    /** The state that holds {@code value}, or {@link #ANONYMOUS} if it has no number. */
    int internedOrAnonymous(long value) {
        int state = places[find(value)];
        return state == 0 ? ANONYMOUS : state;
    }

    private int add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size] = value;
        return size++;
    }

    private int find(long value) {
        int place = hash(value) & (places.length - 1);
        while (places[place] != 0 && values[places[place]] != value) {
            place = (place + 1) & (places.length - 1);
        }
        return place;
    }

    private void rehash() {
        places = new int[2 * places.length];
        for (int state = FIRST_VALUE; state < size; state++) {
            places[find(values[state])] = state;
        }
    }

    private static int hash(long value) {
        long mixed = value * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32);
    }
}
