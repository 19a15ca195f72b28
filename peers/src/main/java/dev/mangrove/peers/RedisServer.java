package dev.mangrove.peers;

import dev.mangrove.cli.process.AtEnd;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.TimeUnit;

/** A temporary Redis server on the loopback interface, without persistence. */
public final class RedisServer implements AutoCloseable {
    private static final String PROGRAM = "redis-server";
    private static final String HOST = "127.0.0.1";
    private static final int TRIES = 100;
    private static final int PAUSE_MILLIS = 50;
    private static final int TIMEOUT_MILLIS = 120_000;

    private final Process process;
    private final int port;
    private final AtEnd atEnd;

    private RedisServer(Process process, int port) {
        this.process = process;
        this.port = port;
        this.atEnd = AtEnd.run(process::destroy);
    }

    /**
     * Starts a server.
     *
     * @throws Skipped if the program is not installed
     */
    public static RedisServer start() throws Skipped {
        try {
            int port = freePort();
            Process process =
                    new ProcessBuilder(
                                    PROGRAM,
                                    "--port",
                                    Integer.toString(port),
                                    "--bind",
                                    HOST,
                                    "--save",
                                    "",
                                    "--appendonly",
                                    "no",
                                    "--dir",
                                    System.getProperty("java.io.tmpdir"))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            RedisServer server = new RedisServer(process, port);
            server.awaitAnswer();
            return server;
        } catch (IOException e) {
            throw new Skipped(PROGRAM + " is not installed", e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitAnswer() throws Skipped {
        for (int i = 0; i < TRIES && process.isAlive(); i++) {
            try (Jedis jedis = connect()) {
                jedis.ping();
                return;
            } catch (JedisConnectionException e) {
                pause();
            }
        }
        close();
        throw new Skipped(PROGRAM + " does not answer");
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A connection for one thread. */
    public Jedis connect() {
        return new Jedis(HOST, port, TIMEOUT_MILLIS);
    }

    /** Memory that Redis reports for its data. */
    public long bytes() {
        try (Jedis jedis = connect()) {
            for (String line : jedis.info("memory").split("\r?\n", -1)) {
                if (line.startsWith("used_memory:")) {
                    return Long.parseLong(line.substring(line.indexOf(':') + 1).strip());
                }
            }
            throw new IllegalStateException("Redis reports no used_memory");
        }
    }

    /** Ends the server; its data is lost. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        atEnd.close();
    }
}
