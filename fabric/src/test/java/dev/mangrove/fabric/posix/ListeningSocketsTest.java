package dev.mangrove.fabric.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

final class ListeningSocketsTest {
    private static final int MILLIS = 12_345;

    @Test
    void shouldGiveUpPeersOfWhatIsAcceptedAtThePort() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(ListeningSockets.giveUpAfter(listener.getLocalPort(), MILLIS)).isTrue();
            assertThat(timeouts()).containsOnlyOnce(MILLIS);
            try (Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
                    Socket accepted = listener.accept()) {
                assertThat(client.getLocalPort()).isEqualTo(accepted.getPort());
                assertThat(timeouts().stream().filter(millis -> millis == MILLIS)).hasSize(2);
            }
        }
    }

    @Test
    void shouldSayThatNobodyListens() throws IOException {
        assertThat(ListeningSockets.giveUpAfter(1, MILLIS)).isFalse();
    }

    private static List<Integer> timeouts() throws IOException {
        List<Integer> timeouts = new ArrayList<>();
        try (DirectoryStream<Path> descriptors =
                Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                timeouts.add(
                        ListeningSockets.userTimeout(
                                Integer.parseInt(descriptor.getFileName().toString())));
            }
        }
        return timeouts;
    }
}
