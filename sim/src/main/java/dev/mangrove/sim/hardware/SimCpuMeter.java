package dev.mangrove.sim.hardware;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.sim.kernel.Kernel;

/** Share of time that simulated cores were held; a host is one process. */
public final class SimCpuMeter implements Host.CpuMeter {
    private final Kernel kernel;
    private final Cpu cpu;
    private long sampledAt;
    private long busyAt;
    private double busyCores;

    public SimCpuMeter(Kernel kernel, Cpu cpu) {
        this.kernel = kernel;
        this.cpu = cpu;
        sampledAt = kernel.now();
        busyAt = cpu.busyPicos();
    }

    @Override
    public void sample() {
        long now = kernel.now();
        long busy = cpu.busyPicos();
        if (now > sampledAt) {
            busyCores = (double) (busy - busyAt) / (now - sampledAt);
        }
        sampledAt = now;
        busyAt = busy;
    }

    @Override
    public double hostUtilisation() {
        return busyCores / cpu.cores();
    }

    @Override
    public double processCores() {
        return busyCores;
    }
}
