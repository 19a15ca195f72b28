package dev.mangrove.fabric.host;

import java.security.SecureRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** The machine this process runs on. */
final class SystemHost implements Host {
    static final SystemHost INSTANCE = new SystemHost();

    /** Chosen: a park takes about 60 microseconds, so a short wait should see none. */
    private static final int SPINS_PER_PARK = 16;

    /** Chosen: any time; what counts is that the thread is queued behind those that are ready. */
    private static final long PARK_NANOS = 1_000;

    private final SecureRandom seeds = new SecureRandom();

    private SystemHost() {}

    @Override
    public String name() {
        return "localhost";
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void sleep(long nanos) {
        LockSupport.parkNanos(nanos);
    }

    @Override
    public void spinWait() {
        if (Thread.currentThread().isVirtual()) {
            giveUpCarrier();
        } else {
            Thread.onSpinWait();
        }
    }

    /**
     * Frees the carrier, which the thread that this one waits for may need. To yield is not enough:
     * a carrier runs the threads that yielded to it before those that other threads made ready, so
     * threads that only yield to each other starve them. Some of the spins park instead.
     */
    @SuppressWarnings("ThreadPriorityCheck") // Carriers are not preempted: a spin must yield.
    private static void giveUpCarrier() {
        if (ThreadLocalRandom.current().nextInt(SPINS_PER_PARK) == 0) {
            LockSupport.parkNanos(PARK_NANOS);
        } else {
            Thread.yield();
        }
    }

    @Override
    public Task start(String name, Runnable body) {
        return new ThreadTask(Thread.ofPlatform().daemon().name(name).start(body));
    }

    @Override
    public Task startVirtual(String name, Runnable body) {
        return new ThreadTask(Thread.ofVirtual().name(name).start(body));
    }

    @Override
    public Signal signal() {
        return new ParkSignal();
    }

    @Override
    public CpuMeter cpuMeter() {
        return new ProcCpuMeter(this);
    }

    @Override
    public RandomGenerator random() {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seeds.nextLong());
    }

    private record ThreadTask(Thread thread) implements Task {
        @Override
        public void interrupt() {
            thread.interrupt();
        }

        @Override
        public boolean join(long timeoutNanos) {
            boolean interrupted = false;
            try {
                return thread.join(java.time.Duration.ofNanos(timeoutNanos));
            } catch (InterruptedException e) {
                interrupted = true;
                return !thread.isAlive();
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @Override
        public boolean isAlive() {
            return thread.isAlive();
        }
    }

    private static final class ParkSignal implements Signal {
        private boolean raised;

        @Override
        public synchronized void raise() {
            raised = true;
            notifyAll();
        }

        @Override
        public synchronized boolean await(long timeoutNanos) {
            long deadline = System.nanoTime() + timeoutNanos;
            while (!raised) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                try {
                    TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return false;
                }
            }
            raised = false;
            return true;
        }
    }
}
