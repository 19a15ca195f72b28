package dev.mangrove.check.stress;

import dev.mangrove.ServerLostException;

import java.io.IOException;

/** A client that sometimes loses its connection without a pause. */
final class CutOffClient {
    private static final int LOSES_ONE_IN = 100;

    private CutOffClient() {}

    public static void main(String[] arguments) throws IOException {
        SpoiltIndex.Spoiler cut =
                (index, key) -> {
                    throw new ServerLostException("cut off", null);
                };
        StressClient.run(ClientTask.parse(arguments), SpoiltIndex.opener("put", LOSES_ONE_IN, cut));
    }
}
