package dev.mangrove.fabric.verbs.control;

import dev.mangrove.fabric.socket.IoLoop;

import org.jspecify.annotations.Nullable;

import java.nio.channels.SocketChannel;

/**
 * What a client and its server say over TCP: one question at a time, and its answer. Asked by the
 * endpoint's thread, heard by the I/O thread.
 */
public final class ClientConversation implements ControlConnection.Listener {
    private final ControlConnection control;
    private final Runnable news;
    private volatile @Nullable ControlMessage answer;
    private volatile @Nullable String lost;
    private boolean asking;

    /**
     * Opens no connection: that is there.
     *
     * @param news told when there is an answer, or none will come
     */
    public ClientConversation(SocketChannel socket, IoLoop loop, Runnable news) {
        this.control = new ControlConnection(socket, loop, this);
        this.news = news;
    }

    /** Begins to listen. */
    public void start() {
        control.start();
    }

    /** Asks what somebody then waits for, until {@link #isAnswered}, and takes by {@link #end}. */
    public void begin(ControlMessage question) {
        asking = true;
        answer = null;
        control.say(question);
    }

    /** Whether there is an answer. */
    public boolean isAnswered() {
        return answer != null;
    }

    /** Whether somebody waits for the answer. */
    public boolean isAwaited() {
        return asking;
    }

    /** Takes the answer that was waited for. */
    public ControlMessage end() {
        asking = false;
        ControlMessage got = take();
        if (got == null) {
            throw new AssertionError("woken without an answer");
        }
        return got;
    }

    /** Takes the answer, if there is one. */
    public @Nullable ControlMessage take() {
        ControlMessage got = answer;
        if (got != null) {
            answer = null;
        }
        return got;
    }

    /** Says something that nobody waits for an answer to. */
    public void say(ControlMessage message) {
        control.say(message);
    }

    /** Why the connection is over; null if it is not. */
    public @Nullable String lost() {
        return lost;
    }

    @Override
    public void heard(ControlMessage message) {
        answer = message;
        news.run();
    }

    @Override
    public void ended(String reason) {
        lost = reason;
        news.run();
    }

    /** Ends the connection; from any thread. */
    public void close() {
        control.close();
    }
}
