package dev.mangrove.fabric;

import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** The machine this process runs on. */
final class SystemHost implements Host {
    static final SystemHost INSTANCE = new SystemHost();

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
    @SuppressWarnings("ThreadPriorityCheck") // Carriers are not preempted: a spin must yield.
    public void spinWait() {
        if (Thread.currentThread().isVirtual()) {
            Thread.yield(); // The thread that this one waits for may need its carrier.
        } else {
            Thread.onSpinWait();
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
