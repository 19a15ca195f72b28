package dev.mangrove.fabric.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.posix.FileHandle;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ServerFolderTest {
    @TempDir private Path parent;

    @Test
    void shouldKeepOthersOut() throws IOException {
        Path folder = parent.resolve("alpha");
        try (ServerFolder made = ServerFolder.create(folder, false)) {
            assertThat(mode(folder)).isEqualTo(0700);
            assertThat(mode(folder.resolve("lock"))).isEqualTo(0600);
            assertThat(made.fileMode()).isEqualTo(0600);
        }
    }

    @Test
    void shouldLetTheGroupInOnRequest() throws IOException {
        Path folder = parent.resolve("alpha");
        try (ServerFolder made = ServerFolder.create(folder, true)) {
            assertThat(mode(folder)).isEqualTo(02770);
            assertThat(mode(folder.resolve("lock"))).isEqualTo(0660);
            assertThat(made.fileMode()).isEqualTo(0660);
        }
    }

    @Test
    void shouldRemoveWhatADeadServerLeftInItsPlace() throws IOException {
        Path folder = Files.createDirectory(parent.resolve("alpha"));
        Path region = Files.writeString(folder.resolve("region-1"), "left");
        Path control = Files.writeString(folder.resolve("server"), "left");
        Files.createFile(folder.resolve("lock"));
        try (ServerFolder made = ServerFolder.create(folder, false)) {
            assertThat(made.path()).isEqualTo(folder);
            assertThat(region).doesNotExist();
            assertThat(control).doesNotExist();
        }
        assertThat(folder).doesNotExist();
    }

    @Test
    void shouldNotLockAgainWhatClientsOfADeadServerWatch() throws IOException {
        Path folder = Files.createDirectories(parent.resolve("main"));
        FileHandle dead = FileHandle.create(folder.resolve("lock"), 0600);
        dead.lock();
        try (FileHandle watched = ServerFolder.openLock(folder)) {
            assertThat(watched.isLockedByOther()).isTrue();
            dead.close();
            try (ServerFolder made = ServerFolder.create(folder, false)) {
                assertThat(made.path()).isEqualTo(folder);
                assertThat(watched.isLockedByOther()).isFalse();
                try (FileHandle next = ServerFolder.openLock(folder)) {
                    assertThat(next.isLockedByOther()).isTrue();
                }
            }
        }
    }

    @Test
    void shouldLeaveFilesOfOthersAlone() throws IOException {
        Path folder = Files.createDirectory(parent.resolve("alpha"));
        Path foreign = Files.writeString(folder.resolve("letters"), "mine");
        ServerFolder.create(folder, false).close();
        assertThat(foreign).hasContent("mine");
    }

    @Test
    void shouldRefuseTheFolderOfALiveServer() {
        Path folder = parent.resolve("alpha");
        try (ServerFolder made = ServerFolder.create(folder, false)) {
            assertThat(made.path()).isEqualTo(folder);
            assertThatThrownBy(() -> ServerFolder.create(folder, false))
                    .isInstanceOf(FabricException.class)
                    .hasMessageContaining("another server lives at")
                    .hasMessageContaining(folder.toString());
        }
    }

    private static int mode(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:mode") & 07777;
    }
}
