package dev.mangrove.bench.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.ViewOptions;

import java.nio.file.Path;

/** A client process that inserts until it is killed. Arguments: server, index, journal, first. */
final class InsertingClient {
    private InsertingClient() {}

    public static void main(String[] arguments) throws Exception {
        try (Acknowledgements done = new Acknowledgements(Path.of(arguments[2]));
                Mangrove mangrove = Mangrove.connect(arguments[0]);
                OrderedIndex index = mangrove.openOrdered(arguments[1], ViewOptions.DEFAULT)) {
            System.out.println("ready");
            for (long number = Long.parseLong(arguments[3]); ; number++) {
                long key = key(number);
                if (!index.put(key, value(key))) {
                    throw new IllegalStateException("key " + key + " exists before its insertion");
                }
                done.acknowledge(number + 1);
            }
        }
    }

    /** Distinct keys in random order, so that pages split everywhere. */
    static long key(long number) {
        return number * 0x9E3779B97F4A7C15L;
    }

    static long value(long key) {
        return ~key;
    }
}
