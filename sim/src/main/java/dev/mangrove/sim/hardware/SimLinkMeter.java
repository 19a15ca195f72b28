package dev.mangrove.sim.hardware;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.sim.kernel.Kernel;

/** What passed the link of a simulated host, in the busier direction. */
public final class SimLinkMeter implements Host.LinkMeter {
    private static final double PICOS = 1e12;

    private final Kernel kernel;
    private final Nic nic;
    private long sampledAt;
    private long sentBefore;
    private long receivedBefore;
    private double utilisation;
    private double bytesPerSecond;

    public SimLinkMeter(Kernel kernel, Nic nic) {
        this.kernel = kernel;
        this.nic = nic;
        remember(kernel.now());
    }

    @Override
    public void sample() {
        long now = kernel.now();
        if (now > sampledAt) {
            long sent = nic.sentBytes() - sentBefore;
            long received = nic.wireBytes() - nic.sentBytes() - receivedBefore;
            long busier = Math.max(sent, received);
            double picos = now - sampledAt;
            utilisation = Math.min(1, nic.linkPicos(busier) / picos);
            bytesPerSecond = busier * PICOS / picos;
            remember(now);
        }
    }

    private void remember(long now) {
        sampledAt = now;
        sentBefore = nic.sentBytes();
        receivedBefore = nic.wireBytes() - sentBefore;
    }

    @Override
    public double utilisation() {
        return utilisation;
    }

    @Override
    public double bytesPerSecond() {
        return bytesPerSecond;
    }
}
