package dev.mangrove.fabric.contract;

/**
 * What a peer can do. A program takes arguments as text, answers in lines of text, and takes time
 * and threads from its host, so that it runs in a process as well as on a simulated host. An
 * assertion or exception that leaves it is a failure of the test that started it.
 */
public enum PeerProgram {
    /** Target, region, offset, times: increments a word by COMPARE_AND_SWAP. */
    INCREMENT_BY_SWAP(CounterPrograms::incrementBySwap),
    /** Target, region, offset, times: increments a word by FETCH_AND_ADD. */
    INCREMENT_BY_ADD(CounterPrograms::incrementByAdd),
    /**
     * Target, region, offset of the lock, offset of the counter, times: increments by READ and
     * WRITE under a lock.
     */
    INCREMENT_UNDER_LOCK(CounterPrograms::incrementUnderLock),
    /**
     * Target, region, offset: writes two blocks, then the word that publishes them, until asked to
     * stop.
     */
    PUBLISH(OrderPrograms::publish),
    /** Target, region, offset, sightings: checks by READ that what is published is there. */
    FOLLOW_BY_READ(OrderPrograms::followByRead),
    /** Target, region, offset, sightings: checks in place that what is published is there. */
    FOLLOW_IN_PLACE(OrderPrograms::followInPlace),
    /**
     * Target, region, offset, bytes: fills a block with one byte after the other until asked to
     * stop.
     */
    FILL(OrderPrograms::fill),
    /** Target, region, offset, bytes, sightings: checks that no unit of the block is ever torn. */
    CHECK_UNITS(OrderPrograms::checkUnits),
    /** Target, number, bytes: sends numbered messages. */
    SEND_NUMBERED(MessagePrograms::sendNumbered),
    /** Target, region, rounds: writes a block with immediate, round after round. */
    WRITE_NUMBERED(MessagePrograms::writeNumbered),
    /** Target, rounds: sends a message and waits for the echo, round after round. */
    PING(MessagePrograms::ping),
    /** Location: serves a region and echoes messages until asked to stop. */
    SERVE(MessagePrograms::serve),
    /** Location: serves a region but never looks at its messages until asked to stop. */
    SERVE_DEAF(MessagePrograms::serveDeaf),
    /** Target, region, seed: all verbs, messages and new connections at random, for ever. */
    STORM(StormProgram::storm);

    private final Program program;

    PeerProgram(Program program) {
        this.program = program;
    }

    void run(PeerContext context) throws Exception {
        program.run(context);
    }

    @FunctionalInterface
    private interface Program {
        void run(PeerContext context) throws Exception;
    }
}
