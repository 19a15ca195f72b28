package dev.mangrove.architecture.violations.misc;

/** Stands for the JDK's Unsafe, which the compiler reports with a warning. */
public final class Unsafe {
    /** Creates it. */
    public Unsafe() {}
}
