package dev.mangrove.index.page.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Stores of words into arrays of bytes, the lowest byte first. */
final class ByteWords {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private ByteWords() {}

    /** Stores a word. */
    static void put(byte[] into, int at, long word) {
        LONG.set(into, at, word);
    }

    /** Stores the lowest bytes of a word, up to 7, by at most three stores. */
    static void putSome(byte[] into, int at, long word, int bytes) {
        long rest = word;
        int next = at;
        if ((bytes & Integer.BYTES) != 0) {
            INT.set(into, next, (int) rest);
            rest >>>= Integer.SIZE;
            next += Integer.BYTES;
        }
        if ((bytes & Short.BYTES) != 0) {
            SHORT.set(into, next, (short) rest);
            rest >>>= Short.SIZE;
            next += Short.BYTES;
        }
        if ((bytes & 1) != 0) {
            into[next] = (byte) rest;
        }
    }
}
