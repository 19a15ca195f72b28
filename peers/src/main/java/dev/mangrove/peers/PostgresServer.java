package dev.mangrove.peers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A temporary PostgreSQL cluster with PostGIS, on a memory file system and without any sync. */
public final class PostgresServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(PostgresServer.class.getName());
    private static final Path PROGRAMS = Path.of("/usr/lib/postgresql");
    private static final String USER = "postgres";
    private static final int TRIES = 100;
    private static final int PAUSE_MILLIS = 100;
    private static final long END_SECONDS = 20;

    private final MemoryFolder folder;
    private final Process process;
    private final int port;
    private final List<String> stop;

    private PostgresServer(MemoryFolder folder, Process process, int port, List<String> stop) {
        this.folder = folder;
        this.process = process;
        this.port = port;
        this.stop = stop;
        folder.endsAfter(this::end);
    }

    /**
     * Starts a cluster.
     *
     * @throws Skipped if PostgreSQL or PostGIS is not installed, or does not start
     */
    public static PostgresServer start() throws Skipped {
        Path programs = programs();
        MemoryFolder folder = MemoryFolder.create();
        try {
            Path data = folder.path().resolve("data");
            List<String> as = asOtherUser(folder.path());
            List<String> make = command(as, programs.resolve("initdb"), "-D", data);
            make.addAll(List.of("-A", "trust", "-U", USER));
            run(make);
            int port = freePort();
            List<String> stop = command(as, programs.resolve("pg_ctl"), "stop", "-D", data);
            stop.addAll(List.of("-m", "immediate"));
            PostgresServer server =
                    new PostgresServer(folder, serve(as, programs, data, port), port, stop);
            server.awaitPostgis();
            return server;
        } catch (IOException e) {
            folder.close();
            throw new Skipped("PostgreSQL does not start: " + e.getMessage(), e);
        }
    }

    private static Path programs() throws Skipped {
        if (Files.isDirectory(PROGRAMS)) {
            try (Stream<Path> versions = Files.list(PROGRAMS)) {
                Path newest =
                        versions.map(version -> version.resolve("bin"))
                                .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                                .max(Comparator.naturalOrder())
                                .orElse(null);
                if (newest != null) {
                    return newest;
                }
            } catch (IOException e) {
                throw new Skipped("cannot search for PostgreSQL", e);
            }
        }
        throw new Skipped("PostgreSQL is not installed");
    }

    /** Prefix of commands that runs them as user postgres, as PostgreSQL refuses to run as root. */
    private static List<String> asOtherUser(Path folder) throws IOException {
        if (!System.getProperty("user.name").equals("root")) {
            return List.of();
        }
        Files.setOwner(
                folder,
                folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER));
        return List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups");
    }

    private static List<String> command(List<String> as, Object... parts) {
        List<String> command = new ArrayList<>(as);
        for (Object part : parts) {
            command.add(part.toString());
        }
        return command;
    }

    private static void run(List<String> command) throws IOException {
        Process process = start(command);
        try {
            if (process.waitFor() != 0) {
                throw new IOException("this fails: " + String.join(" ", command));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static Process serve(List<String> as, Path programs, Path data, int port)
            throws IOException {
        List<String> command =
                command(as, programs.resolve("postgres"), "-D", data, "-p", port, "-k", data);
        for (String setting :
                List.of(
                        "listen_addresses=127.0.0.1",
                        "fsync=off",
                        "synchronous_commit=off",
                        "full_page_writes=off",
                        "shared_buffers=1GB",
                        "max_wal_size=4GB",
                        "jit=off")) {
            command.addAll(List.of("-c", setting));
        }
        return start(command);
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitPostgis() throws Skipped {
        for (int i = 0; i < TRIES && process.isAlive(); i++) {
            try (Connection connection = connect()) {
                prepare(connection);
                return;
            } catch (SQLException e) {
                pause();
            }
        }
        close();
        throw new Skipped("PostgreSQL does not answer");
    }

    private void prepare(Connection connection) throws Skipped {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE EXTENSION postgis");
        } catch (SQLException e) {
            close();
            throw new Skipped("PostGIS is not installed", e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A connection for one thread. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port + "/" + USER, USER, "");
    }

    /** Ends the cluster and removes its data. */
    @Override
    public void close() {
        folder.close();
    }

    /** Ends the server at once, without a checkpoint, as its data is removed afterwards. */
    private void end() {
        try {
            if (process.isAlive()) {
                run(stop);
            }
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "PostgreSQL did not stop; killing it", e);
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
