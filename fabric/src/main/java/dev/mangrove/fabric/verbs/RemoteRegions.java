package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.Address;

import java.util.Arrays;

/** Where the regions that a channel has attached are in the server's memory, and their keys. */
final class RemoteRegions {
    private long[] addresses = new long[0];
    private int[] keys = new int[0];
    private boolean[] served = new boolean[0];

    void add(int id, long address, int key, boolean byProcessor) {
        if (id >= addresses.length) {
            addresses = Arrays.copyOf(addresses, id + 1);
            keys = Arrays.copyOf(keys, id + 1);
            served = Arrays.copyOf(served, id + 1);
        }
        addresses[id] = address;
        keys[id] = key;
        served[id] = byProcessor;
    }

    /** Where an attached address is in the server's memory. */
    long address(long address) {
        return addresses[Address.region(address)] + Address.offset(address);
    }

    int key(long address) {
        return keys[Address.region(address)];
    }

    /** Whether the server's processor carries out atomics there. */
    boolean isServed(long address) {
        return served[Address.region(address)];
    }
}
