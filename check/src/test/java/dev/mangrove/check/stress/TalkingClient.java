package dev.mangrove.check.stress;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/** A process that prints "ready" and echoes each word of its input, or ends. */
final class TalkingClient {
    private static final int STATUS = 9;

    private TalkingClient() {}

    public static void main(String[] arguments) {
        ClientLine.say(ClientLine.READY, "");
        Scanner words = new Scanner(System.in, StandardCharsets.UTF_8);
        while (words.hasNext()) {
            String word = words.next();
            if (word.equals("exit")) {
                System.exit(STATUS);
            }
            ClientLine.say(word, "said by a test");
        }
    }
}
