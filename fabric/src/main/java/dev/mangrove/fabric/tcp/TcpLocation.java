package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;

/**
 * Where a target listens: {@code tcp://HOST:PORT}, with settings of the listener behind it, as in
 * {@code tcp://[::1]:0?io=2&spin=50}.
 *
 * @param host name or address, as given
 * @param port 0 for any
 * @param ioThreads I/O threads of a target
 * @param spinNanos time that an I/O thread polls after traffic before it blocks
 */
public record TcpLocation(String host, int port, int ioThreads, long spinNanos) {
    public static final String SCHEME = "tcp";

    /** Chosen: refuses typing errors. */
    private static final int MOST_IO_THREADS = 64;

    /** Chosen: a second, as a longer one is a typing error or a processor that always polls. */
    private static final long MOST_SPIN_MICROS = 1_000_000;

    /**
     * Chosen: about the round trip of a small request over loopback (README: 31 µs), so that a
     * client that sends the next one at once finds the thread polling.
     */
    private static final long DEFAULT_SPIN_MICROS = 50;

    /**
     * Processors for each I/O thread, by default. Chosen: most processors remain for the workers.
     */
    private static final int PROCESSORS_PER_IO_THREAD = 4;

    /** Chosen: not measured on machines with more than 16 processors; {@code io=} sets more. */
    private static final int MOST_DEFAULT_IO_THREADS = 4;

    /** Takes a location apart. */
    static TcpLocation of(URI uri) {
        if (!SCHEME.equals(uri.getScheme()) || uri.getHost() == null || uri.getPort() < 0) {
            throw new IllegalArgumentException("not of the form tcp://HOST:PORT: " + uri);
        }
        if (uri.getPath() != null && !uri.getPath().isEmpty()) {
            throw new IllegalArgumentException(
                    "a TCP address has no path, leave it out: path="
                            + uri.getPath()
                            + " in "
                            + uri);
        }
        long io =
                Math.clamp(
                        Runtime.getRuntime().availableProcessors() / PROCESSORS_PER_IO_THREAD,
                        1,
                        MOST_DEFAULT_IO_THREADS);
        long spin = DEFAULT_SPIN_MICROS;
        String query = uri.getQuery();
        for (String setting : query == null ? new String[0] : query.split("&", -1)) {
            int equals = setting.indexOf('=');
            String name = equals < 0 ? setting : setting.substring(0, equals);
            String value = equals < 0 ? "" : setting.substring(equals + 1);
            switch (name) {
                case "io" -> io = number(uri, value, 1, MOST_IO_THREADS);
                case "spin" -> spin = number(uri, value, 0, MOST_SPIN_MICROS);
                default ->
                        throw new IllegalArgumentException(
                                "no such setting: " + name + " in " + uri);
            }
        }
        return new TcpLocation(uri.getHost(), uri.getPort(), (int) io, spin * 1000);
    }

    private static long number(URI uri, String value, long least, long most) {
        long number;
        try {
            number = Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a number: " + value + " in " + uri, e);
        }
        if (number < least || number > most) {
            throw new IllegalArgumentException(
                    "must be " + least + " to " + most + ": " + value + " in " + uri);
        }
        return number;
    }

    /** The address that the host stands for. */
    InetSocketAddress address() {
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            throw new FabricException(Kind.PEER_LOST, "no such host: " + host, e);
        }
    }

    /** The same place with the port that was picked. */
    URI uri(int actualPort) {
        return URI.create(SCHEME + "://" + host + ":" + actualPort);
    }
}
