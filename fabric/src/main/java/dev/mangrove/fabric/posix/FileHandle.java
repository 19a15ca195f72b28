package dev.mangrove.fabric.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * An open file with an advisory lock and reserved space. The lock belongs to this handle, not to
 * the process, and the kernel releases it when the process dies: a free lock proves that the holder
 * is gone.
 */
public final class FileHandle implements AutoCloseable {
    private static final int KEEP_SIZE = 1;
    private static final int PUNCH_HOLE = 2;

    private final Path path;
    private int fd;

    private FileHandle(Path path, int fd) {
        this.path = path;
        this.fd = fd;
    }

    /** Opens an existing file; a symbolic link is refused. */
    public static FileHandle open(Path path) throws IOException {
        return new FileHandle(path, Posix.open(path, Posix.O_RDWR | Posix.O_NOFOLLOW, 0));
    }

    /** Makes a file that must not exist yet. */
    public static FileHandle create(Path path, int mode) throws IOException {
        int flags = Posix.O_RDWR | Posix.O_CREAT | Posix.O_EXCL;
        FileHandle handle = new FileHandle(path, Posix.open(path, flags, mode));
        Posix.chmod(handle.fd, mode);
        return handle;
    }

    /** The file. */
    public Path path() {
        return path;
    }

    /**
     * Whether the file still is where it was opened; false once its name is gone or is another
     * file's.
     */
    public synchronized boolean isStillThere() throws IOException {
        try {
            Object opened = Files.getAttribute(Path.of("/proc/self/fd/" + fd), "unix:ino");
            return opened.equals(Files.getAttribute(path, "unix:ino"));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Bytes of the file. */
    public synchronized long size() throws IOException {
        return Files.size(Path.of("/proc/self/fd/" + fd));
    }

    /** Waits for the exclusive lock. */
    public synchronized void lock() throws IOException {
        Posix.flock(fd, Posix.LOCK_EX);
    }

    /** Takes the exclusive lock if no other handle holds a lock; returns whether it did. */
    public synchronized boolean tryLock() throws IOException {
        return Posix.flock(fd, Posix.LOCK_EX | Posix.LOCK_NB);
    }

    /** Whether another handle holds the exclusive lock. */
    public synchronized boolean isLockedByOther() throws IOException {
        if (!Posix.flock(fd, Posix.LOCK_SH | Posix.LOCK_NB)) {
            return true;
        }
        Posix.flock(fd, Posix.LOCK_UN);
        return false;
    }

    /** Reserves space behind a range of the file. */
    public synchronized void reserve(long offset, long length) throws IOException {
        Posix.fallocate(fd, 0, offset, length);
    }

    /** Gives back the space behind a range; it reads as zeroes. */
    public synchronized void punchHole(long offset, long length) throws IOException {
        Posix.fallocate(fd, KEEP_SIZE | PUNCH_HOLE, offset, length);
    }

    @Override
    public synchronized void close() throws IOException {
        if (fd >= 0) {
            int closing = fd;
            fd = -1;
            Posix.close(closing);
        }
    }
}
