package dev.mangrove.check.rdma;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.cli.process.ChildProcess;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;

/**
 * A server process and a client process that the trials of indexes share, each started at its first
 * use: on an emulated machine, a start takes longer than most trials.
 */
final class TrialProcesses implements AutoCloseable {
    /** Memory of the server; enough for the trials' indexes. */
    static final long SMALL_MEMORY = 64L << 20;

    /** Long timeouts, as an emulated machine is slow. */
    static final ConnectOptions PATIENT =
            ConnectOptions.DEFAULT
                    .withTimeout(Duration.ofSeconds(60))
                    .withSilenceLimit(Duration.ofSeconds(30));

    private @Nullable ChildProcess server;
    private @Nullable ChildProcess client;
    private @Nullable URI uri;

    /** Connects this process to the server. */
    Mangrove connect() {
        return Mangrove.connect(uri(), PATIENT);
    }

    /** The server's URI. */
    URI uri() {
        URI known = uri;
        if (known == null) {
            ChildProcess started = ChildProcess.start(TrialServer.class);
            server = started;
            known = URI.create(started.readLine());
            uri = known;
        }
        return known;
    }

    /** The client process; see {@link TrialClient} for its commands. */
    ChildProcess client() {
        ChildProcess running = client;
        if (running == null) {
            running = ChildProcess.start(TrialClient.class, uri().toString());
            client = running;
            String ready = running.readLine();
            if (!"ready".equals(ready)) {
                throw new IllegalStateException(ready);
            }
        }
        return running;
    }

    /** Sends a command to the client process and returns its answer. */
    long ask(String line) {
        return Long.parseLong(client().ask(line));
    }

    /** Kills the client process. */
    void killClient() {
        client().kill();
        client().close();
        client = null;
    }

    /** Kills the server. */
    void killServer() {
        ChildProcess killed = server;
        if (killed == null) {
            throw new IllegalStateException("no server");
        }
        killed.kill();
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
        if (server != null) {
            server.close();
        }
    }
}
