package dev.mangrove.fabric.socket;

/** A handler that serves requests from its socket, a bounded number of them in each turn. */
public interface StreamHandler extends KeyHandler {
    /** Sends what is unsent, then serves what has arrived; false if there was nothing to do. */
    boolean turn();

    /** Continues with requests that are already read, after a turn that ended at its bound. */
    void resume();
}
