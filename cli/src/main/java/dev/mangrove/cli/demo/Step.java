package dev.mangrove.cli.demo;

/** One stop of the tour, made by all clients at the same time. */
interface Step {
    /** One word, for programs. */
    String key();

    /** What people read. */
    String title();

    /** Whether it is done by verbs that need nothing of a server on shared memory. */
    boolean isOneSided();

    /** Does it, on one client. */
    Outcome run(Visitor visitor);
}
