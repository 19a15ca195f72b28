package dev.mangrove.contract.ordered;

/** Code that may throw anything. */
@FunctionalInterface
interface Body {
    void run() throws Throwable;
}
