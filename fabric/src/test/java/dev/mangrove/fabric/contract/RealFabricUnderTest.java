package dev.mangrove.fabric.contract;

import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricProvider;
import dev.mangrove.fabric.contract.peer.ContractProgram;
import dev.mangrove.fabric.contract.peer.ProcessPeer;
import dev.mangrove.fabric.host.Host;

import java.util.List;

/**
 * A provider on this machine: real time, real threads, and peers that are processes of their own.
 */
public abstract class RealFabricUnderTest implements FabricUnderTest {
    private final FabricProvider provider;

    /** For the given provider. */
    protected RealFabricUnderTest(FabricProvider provider) {
        this.provider = provider;
    }

    @Override
    public Fabric open() {
        return provider.open(Host.system());
    }

    @Override
    public void run(Body body) throws Throwable {
        body.run();
    }

    @Override
    public ProcessPeer start(ContractProgram program, List<String> arguments) {
        return ProcessPeer.start(getClass(), program, arguments);
    }
}
