package dev.mangrove.cli.demo;

/** What one client process does over and over. */
interface DemoRole extends AutoCloseable {
    /** Does a little work, a few milliseconds at most. */
    void step();

    /** Returns what has been done so far, as numbers separated by spaces. */
    String progress();

    @Override
    void close();
}
