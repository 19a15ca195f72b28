package dev.mangrove.check.stress;

import dev.mangrove.cli.report.Progress;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Kills and pauses clients, at times drawn from the seed and moved to the start of a beat, when
 * clients are busy. A new client replaces a killed one.
 */
final class ProcessFaults {
    private static final long SALT = 0x6861766f63L;
    private static final long MILLI = 1_000_000;
    private static final long LOOK_NANOS = 2 * MILLI;

    /** A client that has worked for less is not killed yet. Chosen, not tuned. */
    private static final long SHORTEST_LIFE_NANOS = 100 * MILLI;

    private static final long SHORTEST_KILL_GAP = 400 * MILLI;
    private static final long LONGEST_KILL_GAP = 2_400 * MILLI;
    private static final long SHORTEST_PAUSE_GAP = 50 * MILLI;
    private static final long LONGEST_PAUSE_GAP = 550 * MILLI;
    private static final long SHORTEST_PAUSE = MILLI;
    private static final long LONGEST_PAUSE = 2_500 * MILLI;

    private final StressProcesses processes;
    private final StressClock clock;
    private final SplittableRandom random;
    private long nextKill;
    private long nextPause;

    ProcessFaults(StressProcesses processes, StressClock clock, long seed) {
        this.processes = processes;
        this.clock = clock;
        this.random = new SplittableRandom(seed ^ SALT);
        this.nextKill = clock.start() + between(SHORTEST_KILL_GAP, LONGEST_KILL_GAP);
        this.nextPause = clock.start() + between(SHORTEST_PAUSE_GAP, LONGEST_PAUSE_GAP);
    }

    /** Kills and pauses until the end of the work. */
    void run(Progress progress) {
        long shown = clock.start();
        for (long now = System.nanoTime(); !clock.isOver(now); now = System.nanoTime()) {
            processes.listen();
            processes.begin(clock);
            resume(now);
            if (now >= nextKill) {
                kill(now);
            }
            if (now >= nextPause) {
                pause(now);
            }
            progress.advance((now - shown) / MILLI);
            shown += (now - shown) / MILLI * MILLI;
            restUntil(Math.min(now + LOOK_NANOS, clock.end()));
        }
    }

    private void resume(long now) {
        for (ClientLife client : processes.clients()) {
            if (client.isPaused() && now >= client.resumeAt()) {
                client.resume();
            }
        }
    }

    /**
     * Kills a client that works or is paused. If there is none yet, the following kills come
     * sooner.
     */
    private void kill(long now) {
        ClientLife victim = choose(now, true);
        if (victim == null) {
            return;
        }
        aim(now);
        victim.kill();
        processes.replace(victim);
        nextKill += between(SHORTEST_KILL_GAP, LONGEST_KILL_GAP);
        nextKill = Math.max(nextKill, System.nanoTime() + SHORTEST_LIFE_NANOS);
    }

    private void pause(long now) {
        ClientLife victim = choose(now, false);
        nextPause = now + between(SHORTEST_PAUSE_GAP, LONGEST_PAUSE_GAP);
        if (victim != null) {
            aim(now);
            victim.pause(System.nanoTime() + pauseNanos());
        }
    }

    private @Nullable ClientLife choose(long now, boolean alsoPaused) {
        List<ClientLife> those =
                processes.clients().stream()
                        .filter(
                                client ->
                                        client.isBusy(now, SHORTEST_LIFE_NANOS)
                                                || (alsoPaused && client.isPaused()))
                        .toList();
        return those.isEmpty() ? null : those.get(random.nextInt(those.size()));
    }

    /** Waits until the busy part of a beat. */
    private void aim(long now) {
        restUntil(clock.nextBeat(now) + between(0, StressClock.BUSY_NANOS));
    }

    /** Draws a pause with a uniform logarithm, so that short and long ones are equally likely. */
    private long pauseNanos() {
        double share = random.nextDouble();
        return (long) (SHORTEST_PAUSE * Math.pow((double) LONGEST_PAUSE / SHORTEST_PAUSE, share));
    }

    private long between(long from, long to) {
        return random.nextLong(from, to + 1);
    }

    private static void restUntil(long time) {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
