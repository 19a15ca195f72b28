package dev.mangrove.litmus;

import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.runners.SpinLoopStyle;

/**
 * Options of a run within this JVM. Those that jcstress reads from a command line come with a
 * measurement of the machine, which takes longer than the run.
 */
final class ShortOptions extends Options {
    /** States between two meetings of the threads. Chosen: threads stay close to each other. */
    static final int STRIDE_SIZE = 16;

    /** Strides until outcomes are counted. Chosen: the rings of all states have 64 MiB. */
    static final int STRIDES = 16;

    private static final int FOOTPRINT_MB = 64;

    private final int millis;

    ShortOptions(int millis) {
        super(new String[0]);
        this.millis = millis;
    }

    @Override
    public int getTime() {
        return millis;
    }

    @Override
    public int getIterations() {
        return 1;
    }

    @Override
    public int getStrideSize() {
        return STRIDE_SIZE;
    }

    @Override
    public int getStrideCount() {
        return STRIDES;
    }

    @Override
    public SpinLoopStyle getSpinStyle() {
        return SpinLoopStyle.THREAD_SPIN_WAIT;
    }

    @Override
    public int getMaxFootprintMb() {
        return FOOTPRINT_MB;
    }
}
