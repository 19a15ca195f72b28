package dev.mangrove.server;

import dev.mangrove.fabric.Host;

import java.util.List;

/** How busy the server is. Sampled by the ticker, read by all. */
final class Load {
    /** Shortest interval that rates are taken over. */
    private static final long WINDOW_NANOS = 200_000_000;

    private final Host host;
    private final Host.CpuMeter cpu;
    private final List<WorkerMeter> meters;
    private final long startedAt;
    private long sampledAt;
    private long requestsBefore;
    private long busyBefore;
    private volatile Snapshot last = new Snapshot(0, 0, 0, 0);

    Load(Host host, List<WorkerMeter> meters) {
        this.host = host;
        this.cpu = host.cpuMeter();
        this.meters = List.copyOf(meters);
        this.startedAt = host.nanoTime();
        this.sampledAt = startedAt;
    }

    /** Takes new figures, if the last ones are old enough. */
    void sample() {
        cpu.sample();
        long now = host.nanoTime();
        long elapsed = now - sampledAt;
        if (elapsed >= WINDOW_NANOS) {
            sampledAt = now;
            last = rates(elapsed);
        } else if (cpu.hostUtilisation() != last.hostUtilisation
                || cpu.processCores() != last.processCores) {
            last =
                    new Snapshot(
                            cpu.hostUtilisation(),
                            cpu.processCores(),
                            last.workerUtilisation,
                            last.messagesPerSecond);
        }
    }

    private Snapshot rates(long elapsed) {
        long requests = requests();
        long busy = meters.stream().mapToLong(WorkerMeter::busyNanos).sum();
        double messages = (requests - requestsBefore) * 1e9 / elapsed;
        double workers = Math.clamp((double) (busy - busyBefore) / elapsed / meters.size(), 0, 1);
        requestsBefore = requests;
        busyBefore = busy;
        return new Snapshot(cpu.hostUtilisation(), cpu.processCores(), workers, messages);
    }

    Snapshot last() {
        return last;
    }

    /** Requests found waiting when the workers last looked. */
    int queueLength() {
        int sum = 0;
        for (int i = 0; i < meters.size(); i++) {
            sum += meters.get(i).queueLength();
        }
        return sum;
    }

    /** Requests served so far. */
    long requests() {
        long sum = 0;
        for (int i = 0; i < meters.size(); i++) {
            sum += meters.get(i).requests();
        }
        return sum;
    }

    int workers() {
        return meters.size();
    }

    long uptimeNanos() {
        return host.nanoTime() - startedAt;
    }

    record Snapshot(
            double hostUtilisation,
            double processCores,
            double workerUtilisation,
            double messagesPerSecond) {}
}
