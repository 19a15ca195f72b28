package dev.mangrove.bench.peers;

import dev.mangrove.cli.process.ChildProcess;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Starts a system's process, on a class path with the libraries of all peers. */
final class PeerProgram {
    /** Folder of the libraries, set by the launcher. */
    static final String FOLDER_PROPERTY = "mangrove.peers";

    private static final String MAIN = "dev.mangrove.peers.PeerProcess";
    private static final List<String> OPTIONS =
            List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "--add-opens=java.base/java.nio=ALL-UNNAMED",
                    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");

    private PeerProgram() {}

    static ChildProcess start(MeasuredSystem system, String... arguments) {
        List<String> options = new ArrayList<>(OPTIONS);
        options.add("-Xmx" + system.heapBytes());
        return ChildProcess.start(MAIN, classPath(), options, arguments);
    }

    private static String classPath() {
        String folder = System.getProperty(FOLDER_PROPERTY);
        if (folder == null) {
            return System.getProperty("java.class.path");
        }
        String folders = System.getProperty("jdk.module.path") + File.pathSeparator + folder;
        return Arrays.stream(folders.split(File.pathSeparator))
                .map(path -> path + File.separator + "*")
                .collect(Collectors.joining(File.pathSeparator));
    }
}
