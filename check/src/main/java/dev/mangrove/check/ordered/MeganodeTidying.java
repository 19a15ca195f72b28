package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.check.ClientSite;
import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.btree.keeper.MeganodeKeeper;
import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Member;
import dev.mangrove.index.wire.AddressSpace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Ends all moves of meganodes while no other client is at work, and checks what must hold then. */
final class MeganodeTidying {
    /** Chosen: a chain of moves of one page is settled in as many rounds as it has moves. */
    private static final int MOST_ROUNDS = 8;

    private MeganodeTidying() {}

    /**
     * Completes or undoes all moves. A keeper then moves the rest of meganodes that are at two
     * servers, and nothing in a second round, as no meganode is new. A separator that arrives
     * between both rounds, from the last split of a meganode, makes one new; a new keeper then
     * begins again. Where the tree began at one server, the first round places meganodes as well.
     */
    static void run(ClientSite site, OrderedJournal journal, int client) {
        try (Mangrove mangrove = site.connect(site.host().random());
                IndexBalance balance = site.source().balance(mangrove, site.name())) {
            settle(mangrove, balance, journal, client);
            for (int round = 0; round < MOST_ROUNDS; round++) {
                if (keep(balance, journal, client)) {
                    return;
                }
            }
            journal.violation(client, "separators arrive though no client is at work");
        }
    }

    /** Two rounds of a new keeper; false if separators have arrived meanwhile. */
    private static boolean keep(IndexBalance balance, OrderedJournal journal, int client) {
        List<KeyCopy> keys = keys(balance);
        MeganodeKeeper keeper = balance.keeper();
        keeper.round(() -> true);
        if (!keys(balance).equals(keys)) {
            return false;
        }
        for (KeyCopy key : keys) {
            if (!isWhole(balance, key)) {
                journal.violation(client, "meganode of " + key + " stays at two servers");
            }
        }
        long placed = balance.beginsAtOne() ? keeper.moved() : 0;
        keeper.round(() -> true);
        if (!keys(balance).equals(keys)) {
            return false;
        }
        if (keeper.moved() > placed) {
            journal.violation(client, "keeper moved meganodes that were not new");
        }
        return true;
    }

    /** Completes or undoes moves to all servers, those that have joined too. */
    static void settle(
            Mangrove mangrove, IndexBalance balance, OrderedJournal journal, int client) {
        List<Integer> servers =
                ClientAccess.of(mangrove).members().stream().map(Member::number).toList();
        int pending = 0;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            for (int server : servers) {
                int _ = balance.settle(server);
            }
            pending = 0;
            for (int server : servers) {
                pending += balance.pending(server);
            }
            if (pending == 0) {
                return;
            }
        }
        journal.violation(client, "moves stay pending: " + pending);
    }

    /** Whether all pages of the meganode that covers a key are at one server. */
    static boolean isWhole(IndexBalance balance, KeyCopy key) {
        long[] pagesOf = new long[AddressSpace.SERVERS];
        balance.count(key, pagesOf);
        return Arrays.stream(pagesOf).filter(pages -> pages > 0).count() <= 1;
    }

    /** Smallest keys of all meganodes; none if no level is above them. */
    static List<KeyCopy> keys(IndexBalance balance) {
        List<KeyCopy> keys = new ArrayList<>();
        KeyCopy key = KeyCopy.LEAST;
        boolean there = balance.look(key);
        // Ends: each turn goes right.
        while (there) {
            keys.add(key);
            key = balance.next();
            there = balance.hasNext() && balance.look(key);
        }
        return keys;
    }
}
