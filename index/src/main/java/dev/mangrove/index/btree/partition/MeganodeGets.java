package dev.mangrove.index.btree.partition;

import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/** Looks several keys of a tree of meganodes up at once, by one message to each server. */
final class MeganodeGets {
    private final Meganodes meganodes;
    private final @Nullable MeganodeCalls[] callOf = new MeganodeCalls[Lookups.MOST];
    private final long[] startOf = new long[Lookups.MOST];
    private final int[] numberOf = new int[Lookups.MOST];
    private final @Nullable MeganodeCalls[] used = new MeganodeCalls[Lookups.MOST];
    private final Lookup lookup = new Lookup();
    private int sent;
    private @Nullable RuntimeException failure;

    MeganodeGets(Meganodes meganodes) {
        this.meganodes = meganodes;
    }

    /**
     * Sends the requests. If one fails, {@link #finish} throws, after the answers to the others.
     */
    void start(Lookups wanted) {
        sent = 0;
        failure = null;
        int count = 0;
        // Before any request is written: a search for a start may send requests of its own.
        for (int i = 0; i < wanted.size(); i++) {
            startOf[i] = meganodes.startFor(wanted.key(i));
            callOf[i] = meganodes.at(AddressSpace.server(startOf[i]));
        }
        for (int i = 0; i < wanted.size(); i++) {
            MeganodeCalls call = Objects.requireNonNull(callOf[i]);
            if (!isUsed(call, count)) {
                call.begin();
                used[count++] = call;
            }
            numberOf[i] = call.add(startOf[i], wanted.key(i));
        }
        try {
            for (; sent < count; sent++) {
                used(sent).sendFinds();
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private boolean isUsed(MeganodeCalls call, int count) {
        for (int i = 0; i < count; i++) {
            if (used(i).equals(call)) {
                return true;
            }
        }
        return false;
    }

    private MeganodeCalls used(int i) {
        return Objects.requireNonNull(used[i]);
    }

    /** Takes the answers; keys whose search goes on at another server are looked up one by one. */
    void finish(Lookups wanted) {
        for (int i = 0; i < sent; i++) {
            try {
                used(i).await();
            } catch (RuntimeException e) {
                failure = failure == null ? e : failure;
            }
        }
        RuntimeException first = failure;
        if (first != null) {
            throw first;
        }
        long unfinished = 0;
        for (int i = 0; i < wanted.size(); i++) {
            MeganodeCalls call = Objects.requireNonNull(callOf[i]);
            if (call.isUnfinished(numberOf[i])) {
                unfinished |= 1L << i;
            } else if (call.isFound(numberOf[i])) {
                wanted.found(i, call.value(numberOf[i]));
            }
        }
        getRest(wanted, unfinished);
    }

    private void getRest(Lookups wanted, long unfinished) {
        for (long rest = unfinished; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            if (meganodes.get(wanted.key(i), lookup)) {
                wanted.found(i, lookup.value);
            }
        }
    }
}
