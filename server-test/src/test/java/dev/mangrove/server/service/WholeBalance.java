package dev.mangrove.server.service;

import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.page.KeyCopy;

import java.util.Map;
import java.util.TreeMap;

/** What tests do with all meganodes of an index. */
final class WholeBalance {
    private WholeBalance() {}

    /** Moves all meganodes to a server, and closes the balance. */
    static void moveAll(IndexBalance opened, int server) {
        try (IndexBalance balance = opened) {
            KeyCopy key = KeyCopy.LEAST;
            boolean there = balance.look(key);
            while (there) {
                long _ = balance.move(key, server);
                boolean _ = balance.look(key);
                key = balance.next();
                there = balance.hasNext() && balance.look(key);
            }
        }
    }

    /** Numbers of meganodes by server; closes the balance. */
    static Map<Integer, Integer> meganodesOf(IndexBalance opened) {
        Map<Integer, Integer> found = new TreeMap<>();
        try (IndexBalance balance = opened) {
            KeyCopy key = KeyCopy.LEAST;
            boolean there = balance.look(key);
            while (there) {
                found.merge(balance.server(), 1, Integer::sum);
                key = balance.next();
                there = balance.hasNext() && balance.look(key);
            }
        }
        return found;
    }
}
