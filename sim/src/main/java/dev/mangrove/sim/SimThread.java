package dev.mangrove.sim;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.sim.hardware.CoreUser;
import dev.mangrove.sim.kernel.Coroutine;
import dev.mangrove.sim.kernel.Event;
import dev.mangrove.sim.kernel.Kernel;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * A thread of a simulated host. Its code takes no time by itself; what it is charged adds up to
 * {@link #time}, which may be ahead of the clock. It catches up (the coroutine is suspended until
 * the clock has come that far) when more than a quantum has been charged, and before it is resumed
 * after a wait.
 *
 * <pre>
 *  READY ──core──▶ CATCHING_UP ──▶ RUNNING ──wait──▶ POLLING ──spun long enough──▶ BLOCKED
 *    ▲                 ▲              │                 │                             │
 *    │                 └──charged─────┘◀─────news───────┘                             │
 *    └────────────────────────────────news, deadline────────────────────────────────┘
 * </pre>
 *
 * In CATCHING_UP and POLLING a thread may lose its core to another for a while.
 */
public final class SimThread extends Event implements Host.Task, CoreUser {
    private static final int RESUME = 0;
    private static final int TIMER = 1;
    private static final int NO_CORE = -1;

    private enum State {
        READY,
        CATCHING_UP,
        RUNNING,
        POLLING,
        BLOCKED,
        ENDED
    }

    private final SimHost host;
    private final String name;
    private final Kernel kernel;
    private final Coroutine coroutine;
    private final long quantum;
    private final ThreadLoad load;
    private final List<WaitPoint> joiners = new ArrayList<>(0);
    private State state = State.READY;
    private int core = NO_CORE;
    private long runsSince;
    private long busyUntil;
    private long owed;
    private long deadline = Kernel.NEVER;
    private long spinsUntil;
    private long timerAt = Kernel.NEVER;
    private boolean woken;
    private boolean interrupted;
    private @Nullable StoreBuffer stores;
    private boolean holdsMonitor;

    SimThread(SimHost host, String name, Runnable body, long quantum) {
        this.host = host;
        this.name = name;
        this.quantum = quantum;
        this.kernel = host.kernel();
        this.load = host.threadLoad(name);
        this.coroutine = new Coroutine(kernel, this, () -> runBody(body));
    }

    /** The time as this thread sees it. */
    public long time() {
        return Math.max(kernel.now(), busyUntil);
    }

    SimHost host() {
        return host;
    }

    /** Its stores in place that other threads do not see yet; null if it never made any. */
    @Nullable StoreBuffer stores() {
        return stores;
    }

    /** Whether it holds a monitor of the JVM, which would block all simulated threads. */
    boolean holdsMonitor() {
        return holdsMonitor;
    }

    void holdsMonitor(boolean held) {
        holdsMonitor = held;
    }

    void stores(StoreBuffer buffer) {
        stores = buffer;
    }

    /** Makes its stores in place visible. */
    void showStores() {
        StoreBuffer buffer = stores;
        if (buffer != null) {
            buffer.flush();
        }
    }

    /** Counts what threads of its name do with their time. */
    ThreadLoad load() {
        return load;
    }

    /** Counts an atomic of this thread that has changed nothing as time that it waited. */
    public void triedInVain(long picos) {
        load.waited(picos);
    }

    /** Computes for a while. */
    void work(long picos) {
        load.worked(host.stretched(picos));
        charge(picos);
    }

    /** Makes the thread busy for a while. */
    public void charge(long picos) {
        busyUntil = time() + host.stretched(picos);
        if (busyUntil - kernel.now() > quantum) {
            catchUp();
        }
    }

    /** Waits until the clock shows what this thread has been charged. */
    void catchUp() {
        if (busyUntil > kernel.now()) {
            state = State.CATCHING_UP;
            kernel.schedule(busyUntil, this, RESUME);
            suspend();
        }
    }

    /** Suspends the calling thread, which keeps its core, until a time. */
    void stallUntil(long picos) {
        busyUntil = Math.max(busyUntil, picos);
        catchUp();
    }

    /** Waits to be woken or for the deadline; keeps its core until {@code spinsUntil}. */
    void pause(long deadline, long spinsUntil) {
        this.deadline = deadline;
        this.spinsUntil = spinsUntil;
        woken = false;
        state = State.POLLING;
        armTimer();
        suspend();
    }

    /** Ends a {@link #pause}. */
    void wake() {
        if (state == State.POLLING) {
            woken = true;
            if (core != NO_CORE) {
                resumeFromPoll();
            }
        } else if (state == State.BLOCKED) {
            becomeReady();
        }
    }

    void start() {
        host.cpu().acquire(this);
    }

    /** Ends the thread without another step, as a power failure would. */
    void kill() {
        if (state != State.ENDED) {
            boolean isSelf = kernel.current() == coroutine;
            state = State.ENDED;
            showStores(); // Buffered stores of a dead process still reach memory.
            host.cpu().forget(this);
            tellJoiners();
            if (isSelf) {
                coroutine.suspend();
            }
        }
    }

    @Override
    public int core() {
        return core;
    }

    @Override
    public long runsSince() {
        return runsSince;
    }

    @Override
    public boolean isPolling() {
        return state == State.POLLING;
    }

    @Override
    public boolean isPreemptible() {
        return state == State.POLLING || state == State.CATCHING_UP;
    }

    @Override
    public void delayUntil(long picos) {
        if (state != State.RUNNING) {
            busyUntil = Math.max(busyUntil, picos);
            if (state == State.CATCHING_UP) {
                kernel.schedule(busyUntil, this, RESUME);
            }
        }
    }

    @Override
    public void granted(int on, long from) {
        core = on;
        runsSince = kernel.now();
        busyUntil = from + owed;
        owed = 0;
        if (state == State.POLLING && !woken) {
            armTimer();
            return;
        }
        state = State.CATCHING_UP;
        kernel.schedule(busyUntil, this, RESUME);
    }

    @Override
    public void withdrawn() {
        core = NO_CORE;
        owed = isPreemptible() ? Math.max(0, busyUntil - kernel.now()) : 0;
    }

    @Override
    protected void fire(int argument) {
        if (argument == RESUME) {
            if (state == State.CATCHING_UP && core != NO_CORE && kernel.now() >= busyUntil) {
                resume();
            }
        } else if (timerAt <= kernel.now()) {
            timerAt = Kernel.NEVER;
            onTimer();
        }
    }

    private void onTimer() {
        long now = kernel.now();
        if (state == State.POLLING && core != NO_CORE) {
            if (now >= deadline) {
                resumeFromPoll();
            } else if (now >= spinsUntil && now >= busyUntil) {
                state = State.BLOCKED;
                host.cpu().release(this);
                armTimer();
            } else {
                armTimer();
            }
        } else if (state == State.BLOCKED) {
            if (now >= deadline) {
                becomeReady();
            } else {
                armTimer();
            }
        }
    }

    /** Arms a timer unless one is armed that comes early enough and will arm the next. */
    private void armTimer() {
        long next =
                state == State.BLOCKED
                        ? deadline
                        : Math.min(deadline, Math.max(spinsUntil, busyUntil));
        next = Math.max(next, kernel.now());
        if (next < timerAt && next != Kernel.NEVER) {
            timerAt = next;
            kernel.schedule(next, this, TIMER);
        }
    }

    /** Resumes a polling thread, now or as soon as it has its core. */
    private void resumeFromPoll() {
        if (busyUntil <= kernel.now() && kernel.current() == null) {
            resume();
        } else {
            state = State.CATCHING_UP;
            kernel.schedule(Math.max(busyUntil, kernel.now()), this, RESUME);
        }
    }

    private void becomeReady() {
        state = State.READY;
        owed = host.wakeCost();
        host.cpu().acquire(this);
    }

    private void resume() {
        state = State.RUNNING;
        host.cluster().trace().thread(this);
        coroutine.resume();
    }

    private void suspend() {
        coroutine.suspend();
    }

    private void runBody(Runnable body) {
        try {
            body.run();
        } catch (Throwable e) {
            kernel.fail(e);
        }
        state = State.ENDED;
        showStores();
        host.cpu().release(this);
        host.ended(this);
        tellJoiners();
    }

    private void tellJoiners() {
        for (WaitPoint joiner : joiners) {
            joiner.news();
        }
        joiners.clear();
    }

    /** Whether it was interrupted since it last was asked; for waits that an interrupt ends. */
    boolean takeInterrupt() {
        boolean was = interrupted;
        interrupted = false;
        return was;
    }

    boolean isInterrupted() {
        return interrupted;
    }

    @Override
    public void interrupt() {
        interrupted = true;
        wake();
    }

    @Override
    public boolean join(long timeoutNanos) {
        WaitPoint end =
                new WaitPoint() {
                    @Override
                    public boolean isReached() {
                        return state == State.ENDED;
                    }
                };
        joiners.add(end);
        return host.cluster().caller().await(end, timeoutNanos, 0);
    }

    @Override
    public boolean isAlive() {
        return state != State.ENDED;
    }

    @Override
    public String toString() {
        return host.name() + "/" + name;
    }
}
