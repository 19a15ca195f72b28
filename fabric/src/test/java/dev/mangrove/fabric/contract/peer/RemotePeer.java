package dev.mangrove.fabric.contract.peer;

import java.util.List;

/** A {@link ContractProgram} that runs in another process or host. It answers in lines of text. */
public interface RemotePeer extends AutoCloseable {
    /** Waits for the program's next line; throws with the reason if it ends before. */
    String hear();

    /** Sends a line to the program. */
    void tell(String line);

    /**
     * Waits until the program has ended normally; returns its lines since the last {@link #hear}.
     */
    List<String> finish();

    /** Ends the program at once. */
    @Override
    void close();
}
