package dev.mangrove.architecture.violations.misc;

/** Stands for the JDK's own, which the compiler would not let us name without a warning. */
public final class Unsafe {
    /** Creates it. */
    public Unsafe() {}
}
