package dev.mangrove.litmus;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Lets two actors of a state start at the same moment, if both run. One that finds the other not
 * there goes on after a while: on a busy machine the other may not run for long.
 */
public final class Meeting {
    /** Chosen: a few microseconds, the time for some states of a test. */
    private static final int LOOKS = 200;

    private static final VarHandle FIRST;
    private static final VarHandle SECOND;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            FIRST = lookup.findVarHandle(Meeting.class, "first", boolean.class);
            SECOND = lookup.findVarHandle(Meeting.class, "second", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // Used through its handle.
    private boolean first;

    @SuppressWarnings("UnusedVariable") // Used through its handle.
    private boolean second;

    /** One of the actors is about to start. */
    public void meetAsFirst() {
        FIRST.setOpaque(this, true);
        await(SECOND);
    }

    /** The other is about to start. */
    public void meetAsSecond() {
        SECOND.setOpaque(this, true);
        await(FIRST);
    }

    private void await(VarHandle other) {
        for (int looks = 0; looks < LOOKS && !(boolean) other.getOpaque(this); looks++) {
            Thread.onSpinWait();
        }
    }
}
