package dev.mangrove.fabric.verbs.control;

import dev.mangrove.fabric.socket.IoLoop;

import org.jspecify.annotations.Nullable;

import java.nio.channels.SocketChannel;

/**
 * The client's side of a control connection: one question at a time, and its answer. The endpoint's
 * thread asks, the I/O thread receives.
 */
public final class ClientConversation implements ControlConnection.ControlListener {
    private final ControlConnection control;
    private final Runnable news;
    private volatile @Nullable ControlMessage answer;
    private volatile @Nullable String lost;
    private boolean asking;

    /**
     * Uses a connected socket.
     *
     * @param news runs when an answer has arrived or the connection has ended
     */
    public ClientConversation(SocketChannel socket, IoLoop loop, Runnable news) {
        this.control = new ControlConnection(socket, loop, this);
        this.news = news;
    }

    /** Begins to listen. */
    public void start() {
        control.start();
    }

    /**
     * Sends a question whose caller waits until {@link #isAnswered} and takes the answer by {@link
     * #end}.
     */
    public void begin(ControlMessage question) {
        asking = true;
        answer = null;
        control.send(question);
    }

    /** Whether there is an answer. */
    public boolean isAnswered() {
        return answer != null;
    }

    /** Whether a caller of {@link #begin} waits for the answer. */
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

    /** Sends a message without waiting; {@link #take} returns its answer, if it has one. */
    public void send(ControlMessage message) {
        control.send(message);
    }

    /** Why the connection has ended; null while it is open. */
    public @Nullable String lost() {
        return lost;
    }

    @Override
    public void received(ControlMessage message) {
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
