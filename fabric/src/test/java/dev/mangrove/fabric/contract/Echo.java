package dev.mangrove.fabric.contract;

import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.host.Host;

import java.lang.foreign.MemorySegment;

/** Sends every message back to where it came from. */
public class Echo implements Inbox.Handler {
    private final Host host;

    public Echo(Host host) {
        this.host = host;
    }

    @Override
    public void onOpened(Connection connection) {}

    @Override
    public void onMessage(Connection from, MemorySegment memory, long offset, int length) {
        if (!Eventually.within(
                FabricContract.PATIENCE_NANOS, host, () -> from.trySend(memory, offset, length))) {
            throw new AssertionError(from.peer() + " does not take its messages");
        }
    }

    @Override
    public void onImmediate(Connection from, int immediate) {}

    @Override
    public void onClosed(Connection connection, String reason) {}
}
