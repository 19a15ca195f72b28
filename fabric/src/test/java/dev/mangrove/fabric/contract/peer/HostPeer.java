package dev.mangrove.fabric.contract.peer;

import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FabricUnderTest;
import dev.mangrove.fabric.host.Host;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** A program in a thread of a host, for fabrics that have no processes. */
public final class HostPeer implements RemotePeer {
    private static final long INTERRUPT_AFTER_NANOS = 1_000_000_000;

    private final ContractProgram program;
    private final Mailbox commands;
    private final Mailbox answers;
    private final Host.Task task;
    private volatile @Nullable Throwable failure;

    private HostPeer(
            FabricUnderTest under,
            Host caller,
            Fabric fabric,
            ContractProgram program,
            List<String> arguments) {
        this.program = program;
        this.commands = new Mailbox(fabric.host());
        this.answers = new Mailbox(caller);
        PeerContext context =
                new PeerContext(under, fabric, new Arguments(arguments), commands, answers::put);
        this.task = fabric.host().start("peer-" + program, () -> runToEnd(context));
    }

    /**
     * Starts a program.
     *
     * @param caller host of the thread that will {@link #hear}
     * @param fabric of the host that the program runs on; closed when it ends
     */
    public static HostPeer start(
            FabricUnderTest under,
            Host caller,
            Fabric fabric,
            ContractProgram program,
            List<String> arguments) {
        return new HostPeer(under, caller, fabric, program, arguments);
    }

    @Override
    public String hear() {
        String line = answers.take(FabricContract.PATIENCE_NANOS);
        if (line == null) {
            throw new AssertionError(program + " said nothing", failure);
        }
        return line;
    }

    @Override
    public void tell(String line) {
        commands.put(line);
    }

    @Override
    public List<String> finish() {
        List<String> rest = new ArrayList<>();
        String line;
        while ((line = answers.take(FabricContract.PATIENCE_NANOS)) != null) {
            rest.add(line);
        }
        boolean ended = task.join(FabricContract.PATIENCE_NANOS);
        if (!ended || failure != null) {
            throw new AssertionError(
                    program + (ended ? " failed" : " does not end") + " after saying " + rest,
                    failure);
        }
        return rest;
    }

    @Override
    public void close() {
        PeerContext.stop(this);
        commands.close();
        if (!task.join(INTERRUPT_AFTER_NANOS)) {
            task.interrupt();
            task.join(FabricContract.PATIENCE_NANOS);
        }
    }

    private void runToEnd(PeerContext context) {
        try {
            try {
                program.run(context);
            } finally {
                context.fabric().close();
            }
        } catch (RuntimeException | AssertionError e) {
            failure = e;
        } finally {
            answers.close();
        }
    }
}
