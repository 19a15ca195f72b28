package dev.mangrove.server.ordered;

/** Code that may throw anything. */
@FunctionalInterface
interface Body {
    void run() throws Throwable;
}
