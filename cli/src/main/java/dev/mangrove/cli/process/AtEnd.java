package dev.mangrove.cli.process;

/** A shutdown hook for the duration of a block of code. */
public final class AtEnd implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(AtEnd.class.getName());

    private final Thread hook;

    private AtEnd(Thread hook) {
        this.hook = hook;
    }

    /** Registers a task that runs if the process ends before this object is closed. */
    public static AtEnd run(Runnable task) {
        Thread hook = new Thread(task, "mangrove-at-end");
        Runtime.getRuntime().addShutdownHook(hook);
        return new AtEnd(hook);
    }

    /** Removes the hook; if the process is ending already, the task runs anyway. */
    @Override
    public void close() {
        try {
            boolean _ = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.log(System.Logger.Level.DEBUG, "the process is ending", e);
        }
    }
}
