package dev.mangrove.server.hostile;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.server.fixture.Pools;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A client process that truncates the files of its connections on request. */
final class CutOffMain {
    private CutOffMain() {}

    /** Arguments: server, and the number of bytes to leave of each file. */
    public static void main(String[] args) throws IOException {
        ConnectOptions options = ConnectOptions.DEFAULT.withSecret(Pools.SECRET);
        try (Mangrove mangrove = Mangrove.connect(URI.create(args[0]), options);
                Session session = ClientAccess.of(mangrove).session()) {
            System.out.println("ready " + session.link(0).title());
            System.in.read();
            int files = 0;
            for (Path file : openFiles()) {
                if (isConnection(file)) {
                    cut(file, Long.parseLong(args[1]));
                    files++;
                }
            }
            System.out.println("cut " + files);
            System.in.read();
        }
    }

    private static List<Path> openFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.toList();
        }
    }

    private static boolean isConnection(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().contains("/connection-");
        } catch (IOException e) {
            return false; // The descriptor was that of the directory stream itself.
        }
    }

    private static void cut(Path file, long bytes) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(bytes);
        }
    }
}
