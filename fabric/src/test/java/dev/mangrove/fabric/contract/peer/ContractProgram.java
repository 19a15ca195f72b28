package dev.mangrove.fabric.contract.peer;

/**
 * Programs of peers. A program takes arguments as text, answers in lines of text, and takes time
 * and threads from its host, so that it runs in a process as well as on a simulated host. An
 * assertion or exception that leaves it is a failure of the test that started it.
 */
public enum ContractProgram {
    /**
     * Target, region, offset, nanoseconds: increments a word by COMPARE_AND_SWAP; reports the
     * count.
     */
    INCREMENT_BY_SWAP,
    /**
     * Target, region, offset, nanoseconds: increments a word by FETCH_AND_ADD; reports the count.
     */
    INCREMENT_BY_ADD,
    /**
     * Target, region, offset of a lock, nanoseconds: increments the word after the lock by READ and
     * WRITE; reports the count.
     */
    INCREMENT_UNDER_LOCK,
    /**
     * Target, region, offset: writes two blocks, then the word that publishes them, until asked to
     * stop.
     */
    PUBLISH,
    /**
     * Target, region, offset, nanoseconds: checks by READ that published data is visible; reports
     * the number of versions seen.
     */
    FOLLOW_BY_READ,
    /**
     * Target, region, offset, nanoseconds: checks in place that published data is visible; reports
     * the number of versions seen.
     */
    FOLLOW_IN_PLACE,
    /**
     * Target, region, offset, bytes: fills a block with equal bytes, another value each time, until
     * asked to stop.
     */
    FILL,
    /**
     * Target, region, offset, bytes, nanoseconds: checks that no unit is torn; reports the number
     * of changes seen.
     */
    CHECK_UNITS,
    /**
     * Target, region, 0 or 1, nanoseconds: runs a {@link Meeting}; reports the rounds that both
     * missed.
     */
    MEET,
    /** Target, number, bytes: sends numbered messages. */
    SEND_NUMBERED,
    /** Target, region, rounds: writes a block with immediate, round after round. */
    WRITE_NUMBERED,
    /** Target, rounds: sends a message and waits for the echo, round after round. */
    PING,
    /**
     * Target, rounds: connects, sends a message, waits for the echo and disconnects, round after
     * round.
     */
    COME_AND_GO,
    /** Location: serves a region and echoes messages until asked to stop. */
    SERVE,
    /** Location: serves a region, but never polls its inbox, until asked to stop. */
    SERVE_DEAF,
    /** Target, region, seed: all verbs, messages and new connections at random, for ever. */
    STORM,
    /**
     * Runs a server and a client within the process, so that later programs find all classes
     * loaded.
     */
    WARM_UP;

    void run(PeerContext context) {
        switch (this) {
            case INCREMENT_BY_SWAP -> CounterPrograms.incrementBySwap(context);
            case INCREMENT_BY_ADD -> CounterPrograms.incrementByAdd(context);
            case INCREMENT_UNDER_LOCK -> CounterPrograms.incrementUnderLock(context);
            case PUBLISH -> OrderPrograms.publish(context);
            case FOLLOW_BY_READ -> OrderPrograms.followByRead(context);
            case FOLLOW_IN_PLACE -> OrderPrograms.followInPlace(context);
            case FILL -> OrderPrograms.fill(context);
            case CHECK_UNITS -> OrderPrograms.checkUnits(context);
            case MEET -> OrderPrograms.meet(context);
            case SEND_NUMBERED -> MessagePrograms.sendNumbered(context);
            case WRITE_NUMBERED -> MessagePrograms.writeNumbered(context);
            case PING -> MessagePrograms.ping(context);
            case COME_AND_GO -> MessagePrograms.comeAndGo(context);
            case SERVE -> MessagePrograms.serve(context);
            case SERVE_DEAF -> MessagePrograms.serveDeaf(context);
            case STORM -> StormProgram.storm(context);
            case WARM_UP -> MessagePrograms.warmUp(context);
        }
    }
}
