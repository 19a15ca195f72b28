package dev.mangrove.check.stress;

import dev.mangrove.cli.process.ChildProcess;

import java.util.ArrayList;
import java.util.List;

/** One client process, from its start to its end, as its parent sees it. */
final class ClientLife {
    /** Shortest pause after which a client may lose a connection. */
    private static final long EXCUSING_PAUSE_NANOS = 1_000_000_000;

    /** Time after a pause within which a client may notice a lost connection. */
    private static final long NOTICE_NANOS = 10_000_000_000L;

    /** What a client is doing. */
    private enum State {
        STARTING,
        WORKING,
        PAUSED,
        ENDED
    }

    /** The interval of a pause; {@code to} is Long.MAX_VALUE while it lasts. */
    private record Pause(long from, long to) {
        boolean excuses(long time) {
            return to - from >= EXCUSING_PAUSE_NANOS && time >= from && time - NOTICE_NANOS <= to;
        }
    }

    private final int number;
    private final ChildProcess process;
    private final StressTally tally;
    private final long startedAt;
    private final List<Pause> pauses = new ArrayList<>();
    private State state = State.STARTING;
    private long workingSince;
    private long resumeAt;

    ClientLife(int number, ChildProcess process, StressTally tally) {
        this.number = number;
        this.process = process;
        this.tally = tally;
        this.startedAt = System.nanoTime();
    }

    /** Reads the client's lines, and checks whether it is alive. */
    void listen() {
        boolean alive = process.isAlive();
        while (state != State.ENDED && process.hasLine()) {
            hear(ClientLine.parse(process.readLine()));
        }
        if (state != State.ENDED && !alive) {
            process.lastLines().stream().map(ClientLine::parse).forEach(this::hear);
            if (state != State.ENDED) {
                state = State.ENDED;
                violation("ended by itself with status " + process.exitStatus());
            }
        }
    }

    private void hear(ClientLine line) {
        switch (line.word()) {
            case ClientLine.READY -> ready(line.time());
            case ClientLine.LOST -> lost(line);
            case ClientLine.DONE -> state = State.ENDED;
            case ClientLine.BROKEN -> violation(line.text());
            default -> violation("sent an unknown line: " + line.text());
        }
    }

    /** Checks that parent and client have one clock, on which the histories depend. */
    private void ready(long itsTime) {
        long now = System.nanoTime();
        if (itsTime < startedAt || itsTime > now) {
            throw new IllegalStateException(
                    "processes of this host have different clocks: child=%d, parent=%d to %d"
                            .formatted(itsTime, startedAt, now));
        }
        workingSince = Long.MAX_VALUE;
        state = State.WORKING;
    }

    private void lost(ClientLine line) {
        tally.lostConnection();
        if (pauses.stream().noneMatch(pause -> pause.excuses(line.time()))) {
            violation("lost a connection without a pause: " + line.text());
        }
    }

    boolean isReady() {
        return state == State.WORKING;
    }

    /** Whether the client waits for its start time. */
    boolean isWaiting() {
        return state == State.WORKING && workingSince == Long.MAX_VALUE;
    }

    /** Sends the client its start and end time. */
    void begin(StressClock clock) {
        workingSince = System.nanoTime();
        process.tell(clock.start() + " " + clock.end());
    }

    /** Whether the client has worked for at least {@code atLeastNanos}. */
    boolean isBusy(long now, long atLeastNanos) {
        return isReady() && !isWaiting() && now - workingSince >= atLeastNanos;
    }

    boolean isPaused() {
        return state == State.PAUSED;
    }

    boolean hasEnded() {
        return state == State.ENDED;
    }

    /** Pauses the client until a time. */
    void pause(long until) {
        process.pause();
        tally.paused();
        state = State.PAUSED;
        resumeAt = until;
        pauses.add(new Pause(System.nanoTime(), Long.MAX_VALUE));
    }

    /** End of the current pause. */
    long resumeAt() {
        return resumeAt;
    }

    /** Ends the pause. */
    void resume() {
        long from = pauses.removeLast().from();
        pauses.add(new Pause(from, System.nanoTime()));
        state = State.WORKING;
        process.resume();
    }

    /** Kills the client at once, and reads the lines that it wrote before. */
    void kill() {
        process.kill();
        tally.killed();
        process.lastLines().stream()
                .map(ClientLine::parse)
                .filter(line -> !line.word().isEmpty())
                .forEach(this::hear);
        state = State.ENDED;
    }

    /** Ends the client without reading its lines. */
    void discard() {
        state = State.ENDED;
        process.kill();
    }

    /** Reports a violation and ends the client, as it has not ended in time. */
    void giveUp() {
        violation("does not end");
        discard();
    }

    private void violation(String what) {
        tally.violation("client " + number + ": " + what);
    }
}
