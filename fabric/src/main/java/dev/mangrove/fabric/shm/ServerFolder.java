package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.posix.FileHandle;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.locks.LockSupport;

/**
 * A server's folder. The server holds the lock on its file {@code lock} as long as it lives; a
 * folder whose lock is free was left behind and is removed by the next server that starts beside
 * it.
 */
final class ServerFolder implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ServerFolder.class.getName());
    private static final String LOCK = "lock";
    private static final String REGION = "region-";
    private static final FileAttribute<?> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final int OWNER_ONLY = 0700;
    private static final int WITH_GROUP = 02770;

    /**
     * Attempts to create the folder or to take its lock. Chosen: bounds races with processes that
     * create or remove the folder.
     */
    private static final int MOST_TRIES = 10;

    /** Chosen: far longer than a check holds the lock. */
    private static final long LOCK_PAUSE_NANOS = 10_000_000;

    private final Path folder;
    private final FileHandle lock;
    private final boolean groupAccess;

    private ServerFolder(Path folder, FileHandle lock, boolean groupAccess) {
        this.folder = folder;
        this.lock = lock;
        this.groupAccess = groupAccess;
    }

    /** Makes a server's folder and removes what dead servers left beside it. */
    static ServerFolder create(Path folder, boolean groupAccess) {
        for (int i = 0; i < MOST_TRIES; i++) {
            try {
                ServerFolder made = tryCreate(folder, groupAccess);
                if (made != null) {
                    return made;
                }
            } catch (NoSuchFileException e) {
                LOG.log(System.Logger.Level.DEBUG, "{0} was removed meanwhile", folder);
            } catch (IOException e) {
                throw new FabricException(
                        Kind.REFUSED, "cannot make " + folder + ": " + e.getMessage(), e);
            }
        }
        throw new FabricException(Kind.REFUSED, "other processes keep removing " + folder);
    }

    /** Null if another process removed the folder meanwhile. */
    private static @Nullable ServerFolder tryCreate(Path folder, boolean groupAccess)
            throws IOException {
        Path parent = folder.getParent();
        if (parent != null && parent.equals(ShmLocation.root())) {
            makeFolder(parent, groupAccess);
            removeLeftovers(parent);
        }
        makeFolder(folder, groupAccess);
        FileHandle lock = takeLock(folder, groupAccess);
        if (lock == null) {
            return null;
        }
        if (!groupAccess) { // The folder may have existed, with another mode.
            Files.setAttribute(folder, "unix:mode", OWNER_ONLY);
        }
        removeFiles(folder);
        return new ServerFolder(folder, lock, groupAccess);
    }

    private static void makeFolder(Path folder, boolean groupAccess) throws IOException {
        boolean found = Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
        if (!found) {
            // Also creates the parent again if another process removed it meanwhile.
            Files.createDirectories(folder, PRIVATE);
        }
        FolderGuard.checkOwn(folder); // Another process may have created it first.
        if (!found || groupAccess) {
            Files.setAttribute(folder, "unix:mode", groupAccess ? WITH_GROUP : OWNER_ONLY);
        }
    }

    /**
     * Creates a lock file and locks it. Returns null, to be called again, if another process
     * removed the file meanwhile or if this call removed the file of an earlier run. That file is
     * never locked again: clients of the dead server watch it, and would take this server for
     * theirs.
     */
    private static @Nullable FileHandle takeLock(Path folder, boolean groupAccess)
            throws IOException {
        Path path = folder.resolve(LOCK);
        try {
            return lockedAndThere(FileHandle.create(path, groupAccess ? 0660 : 0600), folder);
        } catch (FileAlreadyExistsException e) {
            try (FileHandle left = lockedAndThere(FileHandle.open(path), folder)) {
                if (left != null) {
                    removeFiles(folder);
                    Files.deleteIfExists(path);
                }
            }
            return null;
        }
    }

    /** Takes a lock; null if its file is not there any more. */
    private static @Nullable FileHandle lockedAndThere(FileHandle handle, Path folder)
            throws IOException {
        if (!lockInTime(handle)) {
            handle.close();
            throw new FabricException(
                    Kind.REFUSED, "another server lives at " + ShmLocation.uri(folder));
        }
        if (!handle.isStillThere()) {
            handle.close();
            return null;
        }
        return handle;
    }

    /**
     * Other processes hold the lock for a moment when they check whether the server lives; only a
     * server keeps it.
     */
    private static boolean lockInTime(FileHandle handle) throws IOException {
        for (int i = 0; i < MOST_TRIES; i++) {
            if (handle.tryLock()) {
                return true;
            }
            LockSupport.parkNanos(LOCK_PAUSE_NANOS);
        }
        return false;
    }

    /** Opens the lock of a live server, so that a client can see it die. */
    static FileHandle openLock(Path folder) throws IOException {
        return FileHandle.open(folder.resolve(LOCK));
    }

    private static void removeLeftovers(Path parent) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent)) {
            for (Path folder : folders) {
                removeIfDead(folder);
            }
        }
    }

    private static void removeIfDead(Path folder) throws IOException {
        if (!Files.exists(folder.resolve(LOCK))) {
            return;
        }
        try (FileHandle lock = openLock(folder)) {
            if (lock.tryLock() && lock.isStillThere()) {
                LOG.log(
                        System.Logger.Level.INFO,
                        "removing what a dead server left in {0}",
                        folder);
                remove(folder);
            }
        } catch (NoSuchFileException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} is gone already", folder);
        }
    }

    /**
     * Removes the files that a server makes, and nothing else. The lock stays, to be held or
     * removed last.
     */
    private static void removeFiles(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (name.equals(ControlFile.NAME)
                        || name.startsWith(REGION)
                        || name.startsWith("connection-")) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static void remove(Path folder) throws IOException {
        removeFiles(folder);
        Files.deleteIfExists(folder.resolve(LOCK));
        deleteIfEmpty(folder);
        deleteIfEmpty(ShmLocation.root());
    }

    private static void deleteIfEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} is still in use", folder);
        }
    }

    Path path() {
        return folder;
    }

    Path regionPath(int id) {
        return regionPath(folder, id);
    }

    static Path regionPath(Path folder, int id) {
        return folder.resolve(REGION + id);
    }

    int fileMode() {
        return groupAccess ? 0660 : 0600;
    }

    /** Removes the folder and gives the lock back. */
    @Override
    public void close() {
        try (lock) {
            remove(folder);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "cannot remove " + folder, e);
        }
    }
}
