package dev.mangrove.fabric.contract;

/** Programs that increment counters, each in its own way. */
final class CounterPrograms {
    private static final long FREE = 0;
    private static final long HELD = 1;

    private CounterPrograms() {}

    static void incrementBySwap(PeerContext context) {
        Client client = context.connect();
        long address = context.arguments().handle(1).address(context.arguments().number(2));
        long times = context.arguments().number(3);
        context.awaitGo();
        long seen = client.readWord(address);
        for (long i = 0; i < times; i++) {
            long found = client.compareAndSwap(address, seen, seen + 1);
            while (found != seen) {
                seen = found;
                found = client.compareAndSwap(address, seen, seen + 1);
            }
            seen++;
        }
    }

    static void incrementByAdd(PeerContext context) {
        Client client = context.connect();
        long address = context.arguments().handle(1).address(context.arguments().number(2));
        long times = context.arguments().number(3);
        context.awaitGo();
        long last = -1;
        for (long i = 0; i < times; i++) {
            long found = client.fetchAndAdd(address, 1);
            if (found <= last) {
                throw new AssertionError("counter went back: last=" + last + ", found=" + found);
            }
            last = found;
        }
    }

    /**
     * The counter is neither read nor written by atomics, so only the lock keeps increments apart.
     */
    static void incrementUnderLock(PeerContext context) {
        Client client = context.connect();
        long lock = context.arguments().handle(1).address(context.arguments().number(2));
        long counter = context.arguments().handle(1).address(context.arguments().number(3));
        long times = context.arguments().number(4);
        context.awaitGo();
        for (long i = 0; i < times; i++) {
            while (client.compareAndSwap(lock, FREE, HELD) != FREE) {
                context.host().spinWait();
            }
            client.writeWord(counter, client.readWord(counter) + 1);
            client.writeWord(lock, FREE);
        }
    }
}
