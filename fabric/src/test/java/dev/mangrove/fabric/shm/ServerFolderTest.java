package dev.mangrove.fabric.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.posix.FileHandle;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.foreign.Arena;
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
    void shouldNotFollowALink() throws IOException {
        Path elsewhere = Files.createDirectory(parent.resolve("elsewhere"));
        Path kept = Files.writeString(elsewhere.resolve("region-1"), "mine");
        Path folder = Files.createSymbolicLink(parent.resolve("alpha"), elsewhere);
        int before = mode(elsewhere);
        for (boolean group : new boolean[] {false, true}) {
            assertRefused(() -> ServerFolder.create(folder, group), "is a symbolic link");
        }
        assertRefused(() -> connect(folder), "is a symbolic link");
        assertThat(kept).hasContent("mine");
        assertThat(mode(elsewhere)).isEqualTo(before);
    }

    @Test
    void shouldNotUseAFolderThatAllCanWriteTo() throws IOException {
        Path folder = Files.createDirectory(parent.resolve("alpha"));
        Files.setAttribute(folder, "unix:mode", 0777);
        assertRefused(() -> ServerFolder.create(folder, false), "mode 0777");
        assertRefused(() -> connect(folder), "mode 0777");
    }

    @Test
    void shouldKeepOthersOutOfAFolderThatWasThere() throws IOException {
        Path folder = Files.createDirectory(parent.resolve("alpha"));
        Files.setAttribute(folder, "unix:mode", 0775);
        try (ServerFolder made = ServerFolder.create(folder, false)) {
            assertThat(mode(made.path())).isEqualTo(0700);
        }
    }

    @Test
    void shouldNotUseAFolderOfAnotherUser() throws IOException {
        Path folder = Files.createDirectory(parent.resolve("alpha"));
        assumeTrue(isGivenAway(folder), "only root gives folders away");
        assertRefused(() -> ServerFolder.create(folder, false), "belongs to another user");
        assertRefused(() -> connect(folder), "belongs to another user");
        Files.setAttribute(folder, "unix:mode", 02770);
        assertThatThrownBy(() -> connect(folder))
                .as("opened to a group, but there is no server")
                .hasMessageContaining("no server at");
    }

    @Test
    void shouldNotOpenAFileThroughALink() throws IOException {
        Path folder = Files.createDirectory(parent.resolve("alpha"));
        Path target = Files.writeString(parent.resolve("target"), "mine");
        Path link = Files.createSymbolicLink(folder.resolve("lock"), target);
        assertThatThrownBy(() -> FileHandle.open(link)).isInstanceOf(IOException.class);
        try (Arena arena = Arena.ofConfined()) {
            assertThatThrownBy(() -> SharedFile.mapExisting(link, 1, arena))
                    .isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> ServerFolder.create(folder, false))
                .isInstanceOf(FabricException.class);
        assertThat(target).hasContent("mine");
    }

    private static boolean isGivenAway(Path folder) {
        try {
            Files.setAttribute(folder, "unix:uid", 12_345);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void connect(Path folder) {
        try (Fabric fabric = new ShmProvider().open(Host.system())) {
            fabric.endpoint(EndpointOptions.DEFAULT).connect(ShmLocation.uri(folder));
        }
    }

    private static void assertRefused(ThrowingCallable use, String why) {
        assertThatThrownBy(use)
                .isInstanceOfSatisfying(
                        FabricException.class,
                        e -> assertThat(e.kind()).isEqualTo(FabricException.Kind.REFUSED))
                .hasMessageContaining(why);
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
