package dev.mangrove.index.session;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts when a session's thread starts and stops to write memory by itself, so that its process
 * can tell a server that it does not write to dropped indexes any more.
 *
 * <p>The thread enters and only then reads how many indexes the server has dropped; the listener
 * learns of a drop and only then reads the count. So the thread learns of the drop before it
 * writes, or the listener finds it inside and waits.
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

    /** Outside. */
    public WriteSections() {}

    /** Enters, perhaps once more; all that the thread reads next is read after it. */
    public void enter() {
        if (depth++ == 0) {
            COUNT.setVolatile(this, (long) COUNT.get(this) + 1);
        }
    }

    /** Leaves, after all that the thread has written. */
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
