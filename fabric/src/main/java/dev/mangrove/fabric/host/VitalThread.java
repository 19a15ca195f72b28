package dev.mangrove.fabric.host;

import java.util.function.Consumer;

/**
 * A thread that its owner cannot do without. If the thread throws, its owner is notified and must
 * close: a server that has lost a thread would otherwise send heartbeats and answer no requests.
 */
public final class VitalThread {
    private VitalThread() {}

    /**
     * Starts a thread.
     *
     * @param onLoss receives what the body has thrown, on that thread and as its last action
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
