package dev.mangrove.index.btree.strings;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Keys that share long prefixes, are prefixes of each other, differ in the last byte, have bytes 0
 * and FF, and are as short and as long as keys can be.
 */
final class NastyKeys {
    private static final int LONGEST = 1_024;

    private final SplittableRandom random;
    private final byte[][] keys;

    NastyKeys(SplittableRandom random, int count) {
        this.random = random;
        this.keys = new byte[count][];
        for (int i = 0; i < count; i++) {
            keys[i] = next(i);
        }
    }

    byte[] any() {
        return keys[random.nextInt(keys.length)];
    }

    byte[] get(int i) {
        return keys[i];
    }

    private byte[] next(int known) {
        int choice = known == 0 ? 0 : random.nextInt(10);
        byte[] base = known == 0 ? new byte[] {1} : keys[random.nextInt(known)];
        return switch (choice) {
            case 0 -> bytes(1 + random.nextInt(12));
            case 1 -> bytes(30 + random.nextInt(16));
            case 2 -> Arrays.copyOf(base, Math.min(LONGEST, base.length + 1 + random.nextInt(8)));
            case 3 -> Arrays.copyOf(base, 1 + random.nextInt(base.length));
            case 4, 5, 6 -> otherByte(base, base.length - 1);
            case 7 -> otherByte(base, random.nextInt(base.length));
            case 8 -> ("user:" + random.nextInt(1_000)).getBytes(StandardCharsets.UTF_8);
            default -> random.nextInt(8) == 0 ? bytes(LONGEST) : extended(base);
        };
    }

    private byte[] extended(byte[] base) {
        int more = Math.min(LONGEST - base.length, 20 + random.nextInt(40));
        byte[] key = Arrays.copyOf(base, base.length + more);
        for (int i = base.length; i < key.length; i++) {
            key[i] = 'x';
        }
        return key;
    }

    private byte[] otherByte(byte[] base, int at) {
        byte[] key = base.clone();
        key[at] = (byte) random.nextInt(256);
        return key;
    }

    private byte[] bytes(int length) {
        byte[] key = new byte[length];
        for (int i = 0; i < length; i++) {
            key[i] = (byte) (random.nextBoolean() ? random.nextInt(256) : -random.nextInt(2));
        }
        return key;
    }
}
