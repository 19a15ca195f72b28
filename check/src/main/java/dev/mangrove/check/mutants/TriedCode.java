package dev.mangrove.check.mutants;

import dev.mangrove.bench.published.Published;
import dev.mangrove.fabric.Region;
import dev.mangrove.index.page.PageView;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.sim.SimCluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Digests of what a process of {@code check mutants} executes: the product, the simulator, the
 * checks, and the class with the error. The same code gives the same answer to the same arguments,
 * because seeds determine all else.
 *
 * <p>The catalogue of mutants is left out, so that a new mutant changes the digest of no other.
 */
final class TriedCode {
    /** A class of each module whose code matters. The command line and its reports do not. */
    private static final List<Class<?>> MODULES =
            List.of(
                    Region.class,
                    PageView.class,
                    MemoryServer.class,
                    SimCluster.class,
                    Published.class,
                    MutantTrial.class);

    private static final String CATALOGUE = "dev/mangrove/check/mutants/";
    private static final String TRIAL = CATALOGUE + MutantTrial.class.getSimpleName();
    private static final String COMMAND = "dev/mangrove/check/command/";
    private static final String META = "META-INF/";

    private final byte[] product;

    TriedCode() {
        MessageDigest digest = newDigest();
        MODULES.forEach(each -> addModule(each, digest));
        product = digest.digest();
    }

    /**
     * The digest of one trial.
     *
     * @param changed class file with the error; empty if there is none
     * @param arguments of the process and its JVM
     */
    String digest(byte[] changed, List<String> arguments) {
        MessageDigest digest = newDigest();
        digest.update(product);
        digest.update(changed);
        arguments.forEach(argument -> add(argument, digest));
        return HexFormat.of().formatHex(digest.digest());
    }

    /** All classes and resources of a class's module, in the order of their names. */
    private static void addModule(Class<?> type, MessageDigest digest) {
        try {
            URI location = type.getProtectionDomain().getCodeSource().getLocation().toURI();
            if (location.getPath() != null && location.getPath().endsWith(".jar")) {
                try (FileSystem jar = FileSystems.newFileSystem(Path.of(location))) {
                    addFolder(jar.getPath("/"), digest);
                }
            } else {
                addFolder(Path.of(location), digest);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the code of " + type, e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("code of " + type + " has no location to read", e);
        }
    }

    private static void addFolder(Path folder, MessageDigest digest) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = folder.relativize(file).toString();
                if (matters(name)) {
                    add(name, digest);
                    digest.update(Files.readAllBytes(file));
                }
            }
        }
    }

    private static boolean matters(String name) {
        return !name.startsWith(META)
                && !name.startsWith(COMMAND)
                && (!name.startsWith(CATALOGUE) || name.startsWith(TRIAL));
    }

    private static void add(String text, MessageDigest digest) {
        digest.update((byte) 0);
        digest.update(text.getBytes(StandardCharsets.UTF_8));
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
