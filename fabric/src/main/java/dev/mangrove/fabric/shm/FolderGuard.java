package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Checks the owner and mode of a folder before memory is shared in it. Any user can create names in
 * {@code /dev/shm}: through a symbolic link there, a server would change and delete files
 * elsewhere, and a client would use memory that another user controls.
 */
final class FolderGuard {
    private static final Path SELF = Path.of("/proc/self");
    private static final int KIND = 0170000;
    private static final int LINK = 0120000;
    private static final int FOLDER = 0040000;
    private static final int OTHERS_WRITE = 0002;
    private static final int GROUP = 0070;

    private FolderGuard() {}

    /**
     * For a server, and for the folder that all servers of a user share: the user owns it, and no
     * other user can write to it.
     */
    static void checkOwn(Path folder) throws IOException {
        checkClosed(folder);
        if (!isOwn(folder)) {
            throw distrusted(folder, "belongs to another user");
        }
    }

    /**
     * For a client: the folder is the user's own, or its owner has opened it to a group. The file
     * modes keep users outside that group out.
     */
    static void checkServer(Path folder) throws IOException {
        checkClosed(folder);
        if (!isOwn(folder) && (mode(folder) & GROUP) != GROUP) {
            throw distrusted(folder, "belongs to another user");
        }
        Path parent = folder.getParent();
        if (parent != null && parent.equals(ShmLocation.root())) {
            checkOwn(parent);
        }
    }

    private static void checkClosed(Path folder) throws IOException {
        int mode = mode(folder);
        if ((mode & KIND) == LINK) {
            throw distrusted(folder, "is a symbolic link");
        }
        if ((mode & KIND) != FOLDER) {
            throw distrusted(folder, "is no folder");
        }
        if ((mode & OTHERS_WRITE) != 0) {
            String digits = String.format(Locale.ROOT, "%04o", mode & 07777);
            throw distrusted(folder, "can be written by all users (mode " + digits + ")");
        }
    }

    /** Mode of the file itself; symbolic links are not followed. */
    static int mode(Path folder) throws IOException {
        return (int) Files.getAttribute(folder, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isOwn(Path folder) throws IOException {
        return Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                .equals(Files.getAttribute(SELF, "unix:uid"));
    }

    private static FabricException distrusted(Path folder, String why) {
        return new FabricException(
                Kind.REFUSED,
                folder + " " + why + ": remove it, or use another place, as in shm:/FOLDER");
    }
}
