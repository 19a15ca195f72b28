package dev.mangrove.index.btree.partition;

import dev.mangrove.index.btree.leaves.KeyOperations;
import dev.mangrove.index.btree.meganode.UnpostedSeparators;
import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * Executes the operations of a batch on a tree of meganodes, by one message to each server. A
 * server stops at an operation that it cannot execute alone; that one and those behind it are then
 * executed one by one.
 */
final class MeganodeOperations {
    private final Meganodes meganodes;
    private final @Nullable MeganodeCalls[] callOf = new MeganodeCalls[KeyOperations.MOST];
    private final long[] startOf = new long[KeyOperations.MOST];
    private final @Nullable MeganodeCalls[] used = new MeganodeCalls[KeyOperations.MOST];
    private final boolean[] isSent = new boolean[KeyOperations.MOST];
    private final @Nullable UnpostedSeparators[] separators =
            new UnpostedSeparators[KeyOperations.MOST];
    private int count;

    MeganodeOperations(Meganodes meganodes) {
        this.meganodes = meganodes;
    }

    /** Sends the requests. Operations of servers that cannot be reached fail. */
    void start(KeyOperations wanted) {
        findCalls(wanted);
        addAll(wanted);
        for (int i = 0; i < count; i++) {
            MeganodeCalls call = used(i);
            try {
                call.sendOperations();
                isSent[i] = true;
            } catch (RuntimeException e) {
                isSent[i] = false;
                failOf(call, wanted, e);
            }
        }
    }

    /** Before any request is written: a search for a start may send requests of its own. */
    private void findCalls(KeyOperations wanted) {
        for (int i = 0; i < wanted.size(); i++) {
            callOf[i] = null;
            try {
                startOf[i] = startOf(wanted, i);
                callOf[i] = meganodes.at(AddressSpace.server(startOf[i]));
            } catch (RuntimeException e) {
                wanted.failed(i, e);
            }
        }
    }

    private void addAll(KeyOperations wanted) {
        count = 0;
        for (int i = 0; i < wanted.size(); i++) {
            MeganodeCalls call = callOf[i];
            if (call == null) {
                continue;
            }
            if (!isUsed(call)) {
                call.begin();
                used[count++] = call;
            }
            call.add(startOf[i], wanted, i);
        }
    }

    /** Operations on one key have one start, so that one server executes them in their order. */
    private long startOf(KeyOperations wanted, int i) {
        long key = wanted.keys().key(i);
        for (int before = 0; before < i; before++) {
            if (wanted.keys().key(before) == key && callOf[before] != null) {
                return startOf[before];
            }
        }
        return meganodes.startFor(key);
    }

    private boolean isUsed(MeganodeCalls call) {
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

    /** Takes the answers of all servers; operations that no server has executed stay open. */
    void finish(KeyOperations wanted) {
        for (int i = 0; i < count; i++) {
            if (isSent[i]) {
                await(i, wanted);
            }
        }
        // After all answers: a request of this client may be under way until then.
        for (int i = 0; i < count; i++) {
            UnpostedSeparators left = separators[i];
            if (isSent[i] && left != null) {
                meganodes.deliver(left);
                left.clear();
            }
        }
    }

    private void await(int i, KeyOperations wanted) {
        MeganodeCalls call = used(i);
        UnpostedSeparators left = separators[i];
        if (left == null) {
            left = new UnpostedSeparators();
            separators[i] = left;
        }
        left.clear();
        try {
            call.await();
            take(call, wanted);
            call.separators(left);
        } catch (RuntimeException e) {
            failOf(call, wanted, e);
        }
    }

    private void take(MeganodeCalls call, KeyOperations wanted) {
        int executed = call.executed();
        @Nullable RuntimeException failure = call.failure();
        int number = 0;
        for (int i = 0; i < wanted.size() && number <= executed; i++) {
            if (!call.equals(callOf[i])) {
                continue;
            }
            if (number < executed) {
                call.takeResult(number, wanted, i);
            } else if (failure != null) {
                wanted.failed(i, failure);
            }
            number++;
        }
    }

    private void failOf(MeganodeCalls call, KeyOperations wanted, RuntimeException failure) {
        for (int i = 0; i < wanted.size(); i++) {
            if (call.equals(callOf[i]) && !wanted.isDone(i)) {
                wanted.failed(i, failure);
            }
        }
    }
}
