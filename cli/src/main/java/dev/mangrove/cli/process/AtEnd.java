package dev.mangrove.cli.process;

/** What is done if this process is told to end before a block of code is through. */
public final class AtEnd implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(AtEnd.class.getName());

    private final Thread hook;

    private AtEnd(Thread hook) {
        this.hook = hook;
    }

    /** From now on, until it is closed. */
    public static AtEnd run(Runnable task) {
        Thread hook = new Thread(task, "mangrove-at-end");
        Runtime.getRuntime().addShutdownHook(hook);
        return new AtEnd(hook);
    }

    /** It need not be done any more; if the process is ending already, it is being done. */
    @Override
    public void close() {
        try {
            boolean _ = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.log(System.Logger.Level.DEBUG, "the process is ending", e);
        }
    }
}
