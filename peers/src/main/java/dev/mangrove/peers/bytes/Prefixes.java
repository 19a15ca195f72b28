package dev.mangrove.peers.bytes;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Prefixes of keys. */
final class Prefixes {
    private Prefixes() {}

    static boolean isPrefix(byte[] prefix, byte[] key) {
        return key.length >= prefix.length
                && Arrays.equals(prefix, 0, prefix.length, key, 0, prefix.length);
    }

    static byte[] copy(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(bytes.position(), copy);
        return copy;
    }
}
