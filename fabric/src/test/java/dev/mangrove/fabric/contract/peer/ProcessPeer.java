package dev.mangrove.fabric.contract.peer;

import dev.mangrove.fabric.contract.Eventually;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FabricUnderTest;
import dev.mangrove.fabric.host.Host;

import java.util.ArrayList;
import java.util.List;

/** A program in a process of its own, which can be killed and paused. */
public final class ProcessPeer implements RemotePeer {
    private final ContractProgram program;
    private final PeerJvm process;
    private final Mailbox answers = new Mailbox(Host.system());
    private boolean ended;

    private ProcessPeer(ContractProgram program, PeerJvm process) {
        this.program = program;
        this.process = process;
    }

    public static ProcessPeer start(
            Class<? extends FabricUnderTest> provider,
            ContractProgram program,
            List<String> arguments) {
        ProcessPeer peer = new ProcessPeer(program, PeerJvm.take(provider));
        peer.process.run(program, arguments, peer.answers);
        return peer;
    }

    @Override
    public String hear() {
        String line = answers.take(FabricContract.PATIENCE_NANOS);
        if (line == null) {
            throw failed("said nothing");
        }
        return line;
    }

    @Override
    public void tell(String line) {
        process.tell(line);
    }

    @Override
    public List<String> finish() {
        List<String> rest = new ArrayList<>();
        String line;
        while ((line = answers.take(FabricContract.PATIENCE_NANOS)) != null) {
            rest.add(line);
        }
        if (!answers.isDone()) {
            throw failed("failed after saying " + rest);
        }
        if (!ended) {
            ended = true;
            process.giveBack();
        }
        return rest;
    }

    /** Kills the process by SIGKILL and waits until it is dead. */
    public void kill() {
        ended = true;
        process.kill();
    }

    /**
     * Stops the process by SIGSTOP until {@link #resume}, and waits until all its threads have
     * stopped.
     */
    public void pause() {
        process.signal("STOP");
        if (!Eventually.within(FabricContract.PATIENCE_NANOS, Host.system(), process::isStopped)) {
            throw failed("does not stop");
        }
    }

    /** Continues a paused process. */
    public void resume() {
        process.signal("CONT");
    }

    @Override
    public void close() {
        if (!ended) {
            kill();
        }
    }

    private AssertionError failed(String what) {
        return new AssertionError(process.describe("with " + program + " " + what));
    }
}
