package dev.mangrove.fabric.sim;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Verb;

/** Requests of a simulated channel. */
final class SimBatch extends Batch {
    private final SimChannel over;
    private final boolean[] arrived;

    SimBatch(SimChannel over, int capacity) {
        super(over, capacity);
        this.over = over;
        arrived = new boolean[capacity];
    }

    @Override
    protected void start() {
        SimHost host = over.client();
        host.charge(over.owner().postCost(size()));
        FlightPool pool = host.cluster().flights();
        int count = size();
        for (int i = 0; i < count && over.isOpen(); i++) {
            host.onPost();
            Flight flight = pool.take();
            fill(flight, i);
            flight.launch(over, this);
        }
    }

    /** Copies what the verb needs and nothing else: each array is another cache line. */
    private void fill(Flight flight, int i) {
        Verb verb = verbs[i];
        flight.request = i;
        flight.verb = verb;
        flight.address = addresses[i];
        flight.key = over.key(addresses[i]);
        flight.length = lengths[i];
        if (verb != Verb.READ) {
            flight.operand = operands[i];
        }
        if (!verb.isAtomic()) {
            flight.local = locals[i];
            flight.localOffset = localOffsets[i];
        } else if (verb != Verb.FETCH_AND_ADD) {
            flight.replacement = replacements[i];
            if (verb == Verb.MASKED_COMPARE_AND_SWAP) {
                flight.compareMask = compareMasks[i];
                flight.swapMask = swapMasks[i];
            }
        }
    }

    /**
     * The answer of one request is here; where WRITEs overtake each other, some before it may not
     * be.
     */
    void completed(int request, long result) {
        if (verbs[request].isAtomic()) {
            results[request] = result;
        }
        if (over.keepsOrder()) {
            completeUpTo(request + 1);
            return;
        }
        arrived[request] = true;
        int number = completed();
        while (number < arrived.length && arrived[number]) {
            arrived[number++] = false;
        }
        completeUpTo(number);
    }
}
