package dev.mangrove.fabric;

import java.util.function.Consumer;

/**
 * A thread that its owner cannot do without. Whatever it throws is told to the owner, which must
 * end then: a server that has lost a thread and goes on looks alive and serves nobody.
 */
public final class VitalThread {
    private VitalThread() {}

    /**
     * Starts a thread.
     *
     * @param onLoss told, on that thread and as the last thing it does, what the body has thrown
     */
    public static Host.Task start(
            Host host, String name, Runnable body, Consumer<Throwable> onLoss) {
        return host.start(name, () -> run(body, onLoss));
    }

    private static void run(Runnable body, Consumer<Throwable> onLoss) {
        try {
            body.run();
        } catch (Throwable e) {
            onLoss.accept(e);
        }
    }
}
