package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.posix.Futex;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * One inbox. Its thread takes the ready bits, drains the rings behind them, and sleeps on the
 * inbox's bell when there are none. A ring that was not drained to its end gets its bit back.
 */
final class ShmInbox implements Inbox {
    private static final System.Logger LOG = System.getLogger(ShmInbox.class.getName());

    /** Longest sleep on the bell. Chosen: bounds the delay after a lost wake-up. */
    private static final long LONGEST_SLEEP_NANOS = 100_000_000;

    /**
     * Polls between two reads of the clock. Chosen: the clock read then costs little beside the
     * polls.
     */
    private static final int POLLS_PER_CLOCK = 64;

    private final int index;
    private final ControlFile control;
    private final Bell bell;
    private final AtomicReferenceArray<ShmConnection> connections;
    private final Futex futex = new Futex();
    private final MemorySegment message = Arena.ofAuto().allocate(ShmRing.LARGEST_PAYLOAD, 64);
    private final Occupancy occupancy = new Occupancy();
    private volatile boolean wakeUp;
    private volatile boolean closed;
    private boolean unmapped;
    private int firstWord;

    ShmInbox(int index, ControlFile control, AtomicReferenceArray<ShmConnection> connections) {
        this.index = index;
        this.control = control;
        this.bell = control.inboxBell(index);
        this.connections = connections;
    }

    @Override
    public int poll(Handler handler, int limit) {
        occupancy.enter();
        try {
            checkOpen();
            return pollAll(handler, limit);
        } finally {
            occupancy.leave();
        }
    }

    private int pollAll(Handler handler, int limit) {
        int handled = 0;
        int words = ControlFile.readyWords();
        for (int i = 0; i < words && handled < limit; i++) {
            int word = (firstWord + i) % words;
            long bits = control.takeReady(index, word);
            handled += pollSlots(word, bits, handler, limit - handled);
        }
        firstWord = (firstWord + 1) % words;
        return handled;
    }

    /**
     * Drains the slots of the given ready bits. If the handler throws, slots that were not drained
     * get their bits back.
     */
    private int pollSlots(int word, long bits, Handler handler, int limit) {
        int handled = 0;
        long left = bits;
        try {
            while (left != 0) {
                int slot = word * Long.SIZE + Long.numberOfTrailingZeros(left);
                handled += pollSlot(slot, handler, limit - handled);
                left &= left - 1;
            }
        } finally {
            for (; left != 0; left &= left - 1) {
                control.setReady(index, word * Long.SIZE + Long.numberOfTrailingZeros(left));
            }
        }
        return handled;
    }

    private int pollSlot(int slot, Handler handler, int limit) {
        ShmConnection connection = connections.get(slot);
        if (connection == null || connection.isTold()) {
            return 0;
        }
        if (limit <= 0) {
            control.setReady(index, slot);
            return 0;
        }
        int handled = 0;
        if (connection.firstSeen()) {
            handler.onOpened(connection);
            handled++;
        }
        String reason = connection.closeReason();
        handled += drain(connection, handler, limit - handled);
        if (reason != null && !connection.hasIncoming()) {
            if (handled == limit) {
                control.setReady(index, slot);
                return handled;
            }
            reportEnd(connection, reason, handler);
            handled++;
        }
        return handled;
    }

    /** Calls {@code onClosed}. The client monitor frees the slot afterwards. */
    private void reportEnd(ShmConnection connection, String reason, Handler handler) {
        try {
            handler.onClosed(connection, reason);
        } finally {
            connection.markEndReported();
            control.doorbell().ring(Bell.WANTS_WORK);
        }
    }

    private int drain(ShmConnection connection, Handler handler, int limit) {
        int handled = 0;
        try {
            ShmRing ring = connection.incoming();
            while (connection.hasIncoming() && handled < limit && ring.next()) {
                handled++;
                try {
                    deliver(connection, ring, handler);
                } finally {
                    ring.release();
                }
            }
            if (connection.hasIncoming()) {
                control.setReady(index, connection.slot());
            }
        } catch (DamagedRingException | InternalError e) {
            connection.endDamaged(e);
        }
        if (handled > 0) {
            connection.ringForRoom();
        }
        return handled;
    }

    /** Handlers get a copy, because the client may truncate the file at any moment. */
    private void deliver(Connection from, ShmRing ring, Handler handler) {
        switch (ring.type()) {
            case ShmRing.MESSAGE -> {
                ring.copyPayload(message);
                handler.onMessage(from, message, 0, ring.length());
            }
            case ShmRing.IMMEDIATE ->
                    handler.onImmediate(
                            from, ring.memory().get(ValueLayout.JAVA_INT, ring.payload()));
            default -> throw new DamagedRingException("unknown record type " + ring.type());
        }
    }

    @Override
    public void await(Waiting waiting, long timeoutNanos) {
        occupancy.enter();
        try {
            awaitReady(waiting, timeoutNanos);
        } finally {
            occupancy.leave();
        }
    }

    private void awaitReady(Waiting waiting, long timeoutNanos) {
        long started = System.nanoTime();
        // Ends: at the time limit, or when a record is there or the inbox is closed.
        for (int polls = 1; ; polls++) {
            checkOpen();
            if (takeWakeUp() || hasReady()) {
                return;
            }
            if (polls % POLLS_PER_CLOCK != 0 && waiting.spinNanos() != 0) {
                Thread.onSpinWait();
                continue;
            }
            long waited = System.nanoTime() - started;
            if (waited >= timeoutNanos) {
                return;
            }
            if (waited >= waiting.spinNanos()) {
                sleep(Math.min(timeoutNanos - waited, LONGEST_SLEEP_NANOS));
            }
        }
    }

    private void sleep(long nanos) {
        int seen = bell.prepare(Bell.WANTS_WORK);
        if (!wakeUp && !closed && !hasReady()) {
            bell.sleep(futex, seen, nanos);
        }
        bell.awake();
    }

    private boolean hasReady() {
        for (int word = 0; word < ControlFile.readyWords(); word++) {
            if (control.hasReady(index, word)) {
                return true;
            }
        }
        return false;
    }

    private boolean takeWakeUp() {
        if (!wakeUp) {
            return false;
        }
        wakeUp = false;
        return true;
    }

    @Override
    public void wakeUp() {
        wakeUp = true;
        synchronized (this) {
            if (!unmapped) {
                bell.ring(Bell.WANTS_WORK);
            }
        }
    }

    /** Has the inbox's thread drain a slot. */
    synchronized void announce(int slot) {
        if (!unmapped) {
            control.setReady(index, slot);
            bell.ring(Bell.WANTS_WORK);
        }
    }

    /** Ends waits and polls: both then fail with {@code CLOSED}. */
    void end() {
        closed = true;
        wakeUp();
    }

    /** Ends waits and polls, and waits until the inbox's thread is outside. */
    void close(long nanos) {
        end();
        if (!occupancy.isCallerInside() && !occupancy.awaitOutside(nanos)) {
            LOG.log(System.Logger.Level.WARNING, "a handler of inbox {0} does not return", index);
        }
        synchronized (this) {
            unmapped = true;
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new FabricException(Kind.CLOSED, "the target of this inbox is closed");
        }
    }
}
