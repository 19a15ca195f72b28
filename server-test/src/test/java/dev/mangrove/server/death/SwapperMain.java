package dev.mangrove.server.death;

import dev.mangrove.Mangrove;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.server.fixture.Pools;

import java.net.URI;
import java.util.SplittableRandom;

/** A process that replaces values of byte strings until it is killed. */
final class SwapperMain {
    private SwapperMain() {}

    /** Arguments: the URI of a server, the index, the number of keys, a seed. */
    public static void main(String[] args) {
        int keys = Integer.parseInt(args[2]);
        SplittableRandom random = new SplittableRandom(Long.parseLong(args[3]));
        try (Mangrove mangrove = new Pools("").connect(URI.create(args[0]));
                BytesIndex index = mangrove.openBytes(args[1])) {
            boolean said = false;
            // Ends: the test kills the process.
            while (true) {
                int key = random.nextInt(keys);
                byte[] value = KilledSwapTest.value(key, random.nextInt());
                if (random.nextInt(8) == 0) {
                    KilledSwapTest.check(key, index.getAndPut(KilledSwapTest.key(key), value));
                } else {
                    index.put(KilledSwapTest.key(key), value);
                }
                if (!said) {
                    System.out.println("swapping");
                    said = true;
                }
            }
        }
    }
}
