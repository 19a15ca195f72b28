package dev.mangrove.index.session;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts when a session's thread begins and ends to write memory by itself, so that its process can
 * acknowledge drops of indexes to a server.
 *
 * <p>The thread enters and then reads the server's count of drops; the listener stores a new count
 * of drops and then reads this section's count. So either the thread sees the drop before it
 * writes, or the listener finds the thread inside and waits.
 */
public final class WriteSections {
    private static final VarHandle COUNT;

    static {
        try {
            COUNT =
                    MethodHandles.lookup()
                            .findVarHandle(WriteSections.class, "count", long.class)
                            .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Odd while the thread is inside. */
    private volatile long count;

    private int depth;

    /** Creates a section whose thread is outside. */
    public WriteSections() {}

    /** Enters, perhaps nested; later loads of the thread are ordered after it. */
    public void enter() {
        if (depth++ == 0) {
            COUNT.setVolatile(this, (long) COUNT.get(this) + 1);
        }
    }

    /** Leaves; earlier stores of the thread are ordered before it. */
    public void exit() {
        if (--depth == 0) {
            COUNT.setRelease(this, (long) COUNT.get(this) + 1);
        }
    }

    /** The count, for other threads: if it is even or differs later, the thread was outside. */
    long count() {
        return count;
    }

    static boolean isInside(long count) {
        return (count & 1) == 1;
    }
}
