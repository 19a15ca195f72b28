package dev.mangrove.index.wire;

import java.lang.foreign.MemorySegment;

/** Payloads that are nothing but 64-bit words. */
public final class Words {
    private Words() {}

    /** Bytes of so many words. */
    public static int bytes(int words) {
        return words * Long.BYTES;
    }

    /** The i-th word. */
    public static long get(MemorySegment memory, long base, int i) {
        return memory.get(Wire.LONG, base + (long) i * Long.BYTES);
    }

    /** Sets the i-th word. */
    public static void put(MemorySegment memory, long base, int i, long value) {
        memory.set(Wire.LONG, base + (long) i * Long.BYTES, value);
    }

    /** Sets words from the first on, and returns their bytes. */
    public static int write(MemorySegment memory, long base, long... values) {
        for (int i = 0; i < values.length; i++) {
            put(memory, base, i, values[i]);
        }
        return bytes(values.length);
    }
}
