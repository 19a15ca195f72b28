package dev.mangrove.server.load;

import dev.mangrove.fabric.host.Host;

import java.util.List;

/** How busy the server is. The ticker samples it, any thread reads it. */
public final class Load {
    /**
     * Shortest interval that rates are averaged over. Chosen: the kernel counts processor time in
     * ticks of 10 ms.
     */
    private static final long WINDOW_NANOS = 200_000_000;

    private final Host host;
    private final Host.CpuMeter cpu;
    private final List<WorkerMeter> meters;
    private final long startedAt;
    private final Host.LinkMeter link;
    private long sampledAt;
    private long recentAt;
    private long recentRequests;
    private long recentBusy;
    private volatile Recent recent = new Recent(0, 0, -1, 0);
    private long requestsBefore;
    private long busyBefore;
    private volatile Snapshot last = new Snapshot(0, 0, 0, 0);

    public Load(Host host, List<WorkerMeter> meters) {
        this.host = host;
        this.cpu = host.cpuMeter();
        this.link = host.linkMeter();
        this.meters = List.copyOf(meters);
        this.startedAt = host.nanoTime();
        this.sampledAt = startedAt;
        this.recentAt = startedAt;
    }

    /** Computes new rates, if the last ones are older than the window. */
    public void sample() {
        cpu.sample();
        link.sample();
        long now = host.nanoTime();
        recent = since(now);
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

    private Recent since(long now) {
        long requests = requests();
        long busy = busyNanos();
        long elapsed = Math.max(1, now - recentAt);
        long served = requests - recentRequests;
        double workers = Math.clamp((double) (busy - recentBusy) / elapsed / meters.size(), 0, 1);
        double service = served == 0 ? 0 : (double) (busy - recentBusy) / served;
        recentAt = now;
        recentRequests = requests;
        recentBusy = busy;
        return new Recent(workers, service, link.utilisation(), link.bytesPerSecond());
    }

    private long busyNanos() {
        long sum = 0;
        for (int i = 0; i < meters.size(); i++) {
            sum += meters.get(i).busyNanos();
        }
        return sum;
    }

    private Snapshot rates(long elapsed) {
        long requests = requests();
        long busy = busyNanos();
        double messages = (requests - requestsBefore) * 1e9 / elapsed;
        double workers = Math.clamp((double) (busy - busyBefore) / elapsed / meters.size(), 0, 1);
        requestsBefore = requests;
        busyBefore = busy;
        return new Snapshot(cpu.hostUtilisation(), cpu.processCores(), workers, messages);
    }

    public Snapshot last() {
        return last;
    }

    /** What happened between the last two samples. */
    public Recent recent() {
        return recent;
    }

    /** Requests that the workers found waiting at their last poll. */
    public int queueLength() {
        int sum = 0;
        for (int i = 0; i < meters.size(); i++) {
            sum += meters.get(i).queueLength();
        }
        return sum;
    }

    /** Requests served so far. */
    public long requests() {
        long sum = 0;
        for (int i = 0; i < meters.size(); i++) {
            sum += meters.get(i).requests();
        }
        return sum;
    }

    public int workers() {
        return meters.size();
    }

    public long uptimeNanos() {
        return host.nanoTime() - startedAt;
    }

    public record Snapshot(
            double hostUtilisation,
            double processCores,
            double workerUtilisation,
            double messagesPerSecond) {}

    /**
     * What happened between two samples.
     *
     * @param workerUtilisation share of the time in which workers had something to do
     * @param serviceNanos how long a worker was busy with a request; 0 if there was none
     * @param linkUtilisation share of the link in use; negative if unknown
     * @param linkBytesPerSecond bytes on the link
     */
    public record Recent(
            double workerUtilisation,
            double serviceNanos,
            double linkUtilisation,
            double linkBytesPerSecond) {}
}
