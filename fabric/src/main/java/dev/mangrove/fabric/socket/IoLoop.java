package dev.mangrove.fabric.socket;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.host.Host;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * One I/O thread of a target and the connections that it serves. It never waits for any one of
 * them.
 *
 * <p>It polls for a short while before it blocks, as {@link SpinPolicy} decides. While polling it
 * reads the connection that was active last more often than it asks the selector about all.
 */
public final class IoLoop implements Runnable {
    /** What the names of I/O threads begin with. */
    public static final String THREAD_NAME = "mangrove-tcp-io-";

    private static final System.Logger LOG = System.getLogger(IoLoop.class.getName());

    /**
     * Reads of the last active connection for each {@code selectNow}. Chosen: favours the active
     * connection.
     */
    private static final int POLLS_PER_SELECT = 4;

    /**
     * Connections in a handshake or about to close; one more ends the oldest of them. Chosen:
     * bounds what unauthenticated clients can hold.
     */
    private static final int MOST_DEADLINES = 256;

    /**
     * Longest wait for the end of a turn. Chosen: far longer than a turn takes; a thread beyond it
     * is stuck.
     */
    private static final long LONGEST_TURN_NANOS = 10_000_000_000L;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private record Deadline(SelectionKey key, KeyHandler handler, long endNanos) {
        /** Whether the socket is open and still has this handler. */
        boolean isCurrent() {
            return key.isValid() && handler.equals(key.attachment());
        }
    }

    private final Host host;
    private final long spinNanos;
    private final Selector selector = Selector.open();
    private final Input.Shared input = new Input.Shared();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<StreamHandler> again = new ArrayDeque<>();
    private final ArrayDeque<Deadline> deadlines = new ArrayDeque<>();
    private final Consumer<SelectionKey> dispatch = this::dispatch;
    private volatile boolean stopping;
    private volatile boolean ended;
    private @Nullable StreamHandler latest;
    private final SpinPolicy eagerness = new SpinPolicy();

    /** A loop that polls for so long before it blocks; to be run by a thread of its own. */
    public IoLoop(Host host, long spinNanos) throws IOException {
        this.host = host;
        this.spinNanos = spinNanos;
    }

    @Override
    public void run() {
        try {
            while (!stopping) {
                runTasks();
                if (serveAgain()) {
                    selector.selectNow(dispatch);
                } else {
                    await();
                }
                expire();
            }
        } catch (IOException | ClosedSelectorException e) {
            throw new FabricException(Kind.CLOSED, "an I/O thread has failed", e);
        } finally {
            shutDown();
        }
    }

    private void await() throws IOException {
        long started = host.nanoTime();
        if (spinNanos > 0 && eagerness.polls()) {
            boolean found = poll(started);
            if (found && host.nanoTime() - started <= 2 * spinNanos) {
                eagerness.paid();
            } else {
                eagerness.failed();
            }
            if (found) {
                return;
            }
        }
        selector.select(dispatch, patienceMillis(started));
    }

    private boolean poll(long started) throws IOException {
        // Ends: after spinNanos, which is checked at every POLLS_PER_SELECT-th poll.
        for (int polls = 1; ; polls++) {
            StreamHandler likely = latest;
            if (likely != null && likely.turn()) {
                return true;
            }
            if (polls % POLLS_PER_SELECT == 0) {
                if (selector.selectNow(dispatch) > 0 || !tasks.isEmpty() || stopping) {
                    return true;
                }
                if (host.nanoTime() - started >= spinNanos) {
                    return false;
                }
            }
            host.spinWait();
        }
    }

    /** Milliseconds until the first deadline, as the selector takes them; 0 means no limit. */
    private long patienceMillis(long now) {
        Deadline next = deadlines.peek();
        return next == null ? 0 : Math.max(1, (next.endNanos - now) / NANOS_PER_MILLI + 1);
    }

    private void dispatch(SelectionKey key) {
        KeyHandler handler = (KeyHandler) key.attachment();
        if (handler instanceof StreamHandler connection) {
            latest = connection;
        }
        try {
            handler.ready();
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "closing a connection after an unexpected failure",
                    e);
            handler.endWith("unexpected failure: " + e);
        }
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Resumes connections that stopped at the bound of their turn. */
    private boolean serveAgain() {
        for (int left = again.size(); left > 0; left--) {
            again.remove().resume();
        }
        return !again.isEmpty();
    }

    /** Schedules another turn of a connection after the others' turns; on this thread. */
    public void again(StreamHandler connection) {
        again.add(connection);
    }

    /** The buffer that sockets of this thread are read into; on this thread. */
    public Input.Shared input() {
        return input;
    }

    /**
     * Gives a handler a time limit; all have the same, so the first is the next to expire. On this
     * thread.
     */
    public void limit(SelectionKey key, KeyHandler handler) {
        deadlines.add(new Deadline(key, handler, host.nanoTime() + Handshake.TIME_LIMIT_NANOS));
        if (deadlines.size() > MOST_DEADLINES) {
            end(deadlines.remove());
        }
    }

    private static void end(Deadline deadline) {
        if (deadline.isCurrent()) {
            deadline.handler.expire();
        }
    }

    private void expire() {
        Deadline next = deadlines.peek();
        if (next == null) {
            return;
        }
        long now = host.nanoTime();
        while (next != null && (next.endNanos - now <= 0 || !next.isCurrent())) {
            end(deadlines.remove());
            next = deadlines.peek();
        }
    }

    /** Sends the unsent output of a connection, then closes it; on this thread. */
    public void closeAfterFlush(SelectionKey key, @Nullable ConnectionOutput output) {
        LingeringClose farewell = new LingeringClose(this, key, output);
        key.attach(farewell);
        limit(key, farewell);
        farewell.ready();
    }

    /** Closes a socket; from any thread. */
    public void close(SelectionKey key) {
        key.cancel();
        try {
            key.channel().close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing a socket failed: {0}", e.getMessage());
        }
        // The kernel closes the socket only after the selector has deregistered it.
        selector.wakeup();
    }

    /**
     * Runs a task on this thread, or at once on the caller's if this thread has ended: the task
     * then finds the selector closed.
     */
    public void execute(Runnable task) {
        tasks.add(task);
        selector.wakeup();
        if (ended) {
            runTasks();
        }
    }

    /** Waits until this thread has finished its current turn; from any other thread. */
    public void finishTurn() {
        Host.Signal finished = host.signal();
        execute(finished::raise);
        if (!finished.await(LONGEST_TURN_NANOS)) {
            throw new IllegalStateException("I/O thread is stuck in one turn");
        }
    }

    /** Wakes this thread from its select; from any thread. */
    public void wakeUp() {
        selector.wakeup();
    }

    /** Registers a socket; on this thread. */
    public SelectionKey register(SocketChannel socket) throws IOException {
        socket.configureBlocking(false);
        return socket.register(selector, SelectionKey.OP_READ);
    }

    Selector selector() {
        return selector;
    }

    /** Ends the thread; every handler gets {@link KeyHandler#endWith}. */
    public void stop() {
        stopping = true;
        selector.wakeup();
    }

    /** Ends a loop that was never started. */
    public void discard() {
        shutDown();
    }

    private void shutDown() {
        ended = true;
        runTasks();
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof KeyHandler handler) {
                handler.endWith("target is closed");
            }
        }
        try {
            selector.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "closing a selector failed: {0}", e.getMessage());
        }
    }
}
