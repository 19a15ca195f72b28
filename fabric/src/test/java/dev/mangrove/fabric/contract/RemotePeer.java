package dev.mangrove.fabric.contract;

import java.util.List;

/** A {@link ContractProgram} under way elsewhere. It answers in lines of text. */
public interface RemotePeer extends AutoCloseable {
    /** Waits for the next line it says; an error that tells why if it ends before. */
    String hear();

    /** Gives it a line. */
    void tell(String line);

    /** Waits until it has ended well and returns what it has said since the last {@link #hear}. */
    List<String> finish();

    /** Ends it, whatever it does. */
    @Override
    void close();
}
