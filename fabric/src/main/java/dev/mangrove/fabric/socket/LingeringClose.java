package dev.mangrove.fabric.socket;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * The last phase of a connection that ends with an ERROR frame: sends unsent output, then discards
 * input until the client closes or the time limit passes. A close with unread input would make the
 * kernel send a reset and drop the ERROR frame.
 */
final class LingeringClose implements KeyHandler {
    private final IoLoop loop;
    private final SelectionKey key;
    private final SocketChannel socket;
    private final @Nullable ConnectionOutput output;
    private boolean said;

    LingeringClose(IoLoop loop, SelectionKey key, @Nullable ConnectionOutput output) {
        this.loop = loop;
        this.key = key;
        this.socket = (SocketChannel) key.channel();
        this.output = output;
    }

    @Override
    public void ready() {
        try {
            if (hasUnsent()) {
                key.interestOps(SelectionKey.OP_WRITE);
                return;
            }
            if (!said) {
                said = true;
                socket.shutdownOutput();
                key.interestOps(SelectionKey.OP_READ);
            }
            if (socket.read(loop.input().bytes.clear()) < 0) {
                loop.close(key);
            }
        } catch (IOException e) {
            loop.close(key);
        }
    }

    private boolean hasUnsent() throws IOException {
        ConnectionOutput last = output;
        if (last == null) {
            return false;
        }
        synchronized (last) {
            last.flush();
            return last.unsent() > 0;
        }
    }

    @Override
    public void expire() {
        loop.close(key);
    }

    @Override
    public void endWith(String reason) {
        loop.close(key);
    }
}
