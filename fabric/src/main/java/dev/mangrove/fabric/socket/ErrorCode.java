package dev.mangrove.fabric.socket;

import dev.mangrove.fabric.FabricException.Kind;

/** Kinds of error as numbers that do not change when the enum does. */
public final class ErrorCode {
    private static final Kind[] KINDS = {
        Kind.CORRUPT, // also stands for unknown numbers
        Kind.BAD_KEY,
        Kind.OUT_OF_BOUNDS,
        Kind.MISALIGNED,
        Kind.TOO_LARGE,
        Kind.REFUSED,
        Kind.OUT_OF_MEMORY,
        Kind.UNSUPPORTED
    };

    private ErrorCode() {}

    public static long of(Kind kind) {
        for (int i = 1; i < KINDS.length; i++) {
            if (KINDS[i] == kind) {
                return i;
            }
        }
        return 0;
    }

    public static Kind kind(long code) {
        return code > 0 && code < KINDS.length ? KINDS[(int) code] : Kind.CORRUPT;
    }
}
