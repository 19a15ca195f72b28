package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.posix.FileHandle;
import dev.mangrove.fabric.posix.HugePageOffer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Finds servers of this user on this host, and says what memory the host has for them. */
public final class ShmServers {
    private ShmServers() {}

    /** Where servers listen that have a name and live now, in the order of their names. */
    public static List<URI> running() {
        Path root = ShmLocation.root();
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        List<URI> found = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(root)) {
            for (Path folder : folders) {
                if (isAlive(folder)) {
                    found.add(ShmLocation.uri(folder));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + root, e);
        }
        found.sort(Comparator.naturalOrder());
        return found;
    }

    /** What the kernel offers to the memory of servers. */
    public static HugePageOffer hugePages() {
        return HugePageOffer.of(ShmLocation.root());
    }

    /** A folder that goes away meanwhile has no server. */
    private static boolean isAlive(Path folder) {
        try (FileHandle lock = ServerFolder.openLock(folder)) {
            return lock.isLockedByOther();
        } catch (IOException e) {
            return false;
        }
    }
}
