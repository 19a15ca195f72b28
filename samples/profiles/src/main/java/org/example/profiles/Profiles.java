package org.example.profiles;

import dev.mangrove.Mangrove;
import dev.mangrove.index.bytes.Codecs;

import java.util.concurrent.ConcurrentNavigableMap;

/**
 * Keeps profiles, texts in JSON, by the names of users. With the URI of a memory server, all
 * processes that run this share the profiles; without it, a server runs within the process.
 */
public final class Profiles {
    private Profiles() {}

    public static void main(String[] args) {
        try (Mangrove mangrove =
                args.length == 0 ? Mangrove.embedded() : Mangrove.connect(args[0])) {
            ConcurrentNavigableMap<String, String> profiles =
                    mangrove.map("profiles", Codecs.UTF8, Codecs.UTF8);
            profiles.put("user:ada", profile("Ada", "London"));
            profiles.put("user:grace", profile("Grace", "New York"));
            profiles.put("user:kurt", profile("Kurt", "Vienna"));
            profiles.remove("user:kurt");

            // Atomic: no change of another process comes between the read and the write.
            profiles.computeIfPresent("user:ada", (_, json) -> json.replace("London", "Turin"));

            // In the order of keys; '~' is greater than all letters.
            profiles.subMap("user:", "user:~")
                    .forEach((user, json) -> System.out.println(user + " " + json));
        }
    }

    private static String profile(String name, String city) {
        return "{\"name\": \"%s\", \"city\": \"%s\"}".formatted(name, city);
    }
}
