package dev.mangrove.check.history;

import java.util.OptionalLong;
import java.util.Random;

/**
 * Registers that clients change, and concurrent ranges: each range reads its keys one by one, at
 * different instants, as a range reads a tree's leaves.
 */
final class ScannedRegisters {
    private static final int SCANNER = 1000;

    final History history;
    final RangeHistory ranges = new RangeHistory(16, 16);

    private final Random random;
    private final AtomicRegisters registers;
    private final AtomicRegisters.Shape shape;

    ScannedRegisters(long seed, AtomicRegisters.Shape shape) {
        this.shape = shape;
        random = new Random(~seed);
        registers = new AtomicRegisters(seed, shape);
        boolean more = true;
        while (more) {
            more = random.nextInt(30) == 0 ? scan() : registers.step();
        }
        history = registers.finish();
    }

    private boolean scan() {
        long low = random.nextInt(shape.keys());
        long high = low + random.nextInt(shape.keys());
        boolean descending = random.nextBoolean();
        int limit = random.nextInt(3) == 0 ? random.nextInt(4) : RangeHistory.NO_LIMIT;
        boolean more = true;
        long invoked = registers.now();
        int taken = 0;
        for (long i = 0; i <= high - low && taken < limit; i++) {
            for (int pause = random.nextInt(3); pause > 0 && more; pause--) {
                more = registers.step();
            }
            long key = descending ? high - i : low + i;
            OptionalLong value = registers.peek(key);
            if (value.isPresent()) {
                ranges.entry(key, value.getAsLong());
                taken++;
            }
        }
        if (descending) {
            ranges.descending(SCANNER, low, high, limit, invoked, registers.now());
        } else {
            ranges.ascending(SCANNER, low, high, limit, invoked, registers.now());
        }
        return more;
    }
}
