package dev.mangrove.sim.kernel;

import jdk.internal.vm.Continuation;
import jdk.internal.vm.ContinuationScope;

/**
 * Code that can be suspended and resumed. Uses the JDK's own continuations, which virtual threads
 * are made of, without the scheduler: a switch costs a tenth of a microsecond. The JVM must be
 * started with {@code --add-exports java.base/jdk.internal.vm=…}.
 *
 * <p>One that is never resumed again is garbage like any other object; its {@code finally} blocks
 * do not run.
 */
public final class Coroutine {
    private static final ContinuationScope SCOPE = new ContinuationScope("mangrove");

    private final Kernel kernel;
    private final Object owner;
    private final Continuation continuation;

    /** Makes a coroutine that starts with the first {@link #resume}. */
    public Coroutine(Kernel kernel, Object owner, Runnable body) {
        this.kernel = kernel;
        this.owner = owner;
        this.continuation = new Continuation(SCOPE, body);
    }

    /** Runs it until it suspends itself or ends. From an event only. */
    public void resume() {
        Coroutine outer = kernel.enter(this);
        assert outer == null : "resumed by a coroutine";
        try {
            continuation.run();
        } finally {
            kernel.leave();
        }
    }

    /** Suspends the coroutine that calls. */
    public void suspend() {
        assert kernel.isCurrent(this) : "suspended from outside";
        // Throws IllegalStateException where a monitor or native frame pins the stack.
        boolean _ = Continuation.yield(SCOPE);
    }

    /** Whether its code has ended. */
    public boolean isDone() {
        return continuation.isDone();
    }

    /** The object that runs as this coroutine, for instance a simulated thread. */
    public Object owner() {
        return owner;
    }
}
