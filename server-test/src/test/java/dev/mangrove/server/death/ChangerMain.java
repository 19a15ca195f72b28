package dev.mangrove.server.death;

import dev.mangrove.Mangrove;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.server.fixture.Pools;

import java.io.IOException;
import java.net.URI;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A process that follows a {@link ChangeScript} until it is killed. */
final class ChangerMain {
    private ChangerMain() {}

    /**
     * Arguments: the URI of a server, the index, the owner of the keys, a seed, and the file that
     * gets the number of changes that have ended.
     */
    public static void main(String[] args) throws IOException {
        ChangeScript script = new ChangeScript(Integer.parseInt(args[2]), Long.parseLong(args[3]));
        try (Mangrove mangrove = new Pools("").connect(URI.create(args[0]));
                BytesIndex index = mangrove.openBytes(args[1]);
                FileChannel file =
                        FileChannel.open(
                                Path.of(args[4]),
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE)) {
            MappedByteBuffer ended = file.map(FileChannel.MapMode.READ_WRITE, 0, Integer.BYTES);
            // Ends: the test kills the process.
            for (int made = 1; ; made++) {
                script.next().on(index);
                ended.putInt(0, made);
                if (made == 1) {
                    System.out.println("changing");
                }
            }
        }
    }
}
