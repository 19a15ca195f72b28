package dev.mangrove.check.stress;

import java.io.IOException;

/** A client with an index that sometimes reports a delete that it has not executed. */
final class ForgetfulClient {
    private static final int FORGETS_ONE_IN = 50;

    private ForgetfulClient() {}

    public static void main(String[] arguments) throws IOException {
        SpoiltIndex.Spoiler forget = (index, key) -> index.contains(key);
        StressClient.run(
                ClientTask.parse(arguments), SpoiltIndex.opener("delete", FORGETS_ONE_IN, forget));
    }
}
