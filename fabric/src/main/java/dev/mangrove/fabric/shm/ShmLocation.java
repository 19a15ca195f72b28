package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Where a server's folder is: {@code shm:NAME} below the user's own root, or {@code shm:/FOLDER}
 * anywhere.
 */
final class ShmLocation {
    static final String SCHEME = "shm";

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}");

    private ShmLocation() {}

    /** Folder below which the user's servers have theirs. */
    static Path root() {
        return memory().resolve("mangrove-" + System.getProperty("user.name"));
    }

    /** A folder in memory, or the temporary folder where there is none. */
    static Path memory() {
        return Files.isDirectory(MEMORY) ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    }

    static Path folder(URI uri) {
        String where = uri.getSchemeSpecificPart();
        if (!SCHEME.equals(uri.getScheme()) || where.isEmpty()) {
            throw wrong(uri);
        }
        if (where.startsWith("/")) {
            return Path.of(where).normalize();
        }
        if (!PLAIN_NAME.matcher(where).matches()) {
            throw wrong(uri);
        }
        return root().resolve(where);
    }

    static URI uri(Path folder) {
        return URI.create(SCHEME + ":" + folder.toAbsolutePath());
    }

    private static FabricException wrong(URI uri) {
        return new FabricException(
                Kind.UNSUPPORTED, "not of the form shm:NAME or shm:/FOLDER: " + uri);
    }
}
