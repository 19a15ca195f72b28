package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.check.ClientSite;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.btree.keeper.MeganodeKeeper;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.session.RequestRefusedException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * A client that moves all meganodes off a server, when no other client is at work, and then has a
 * keeper place those that begin as it puts keys. The server must stay empty, unless the tree had no
 * meganodes yet.
 */
final class LeavingServer {
    /** Chosen: a few splits. */
    private static final int PUTS_OF_A_ROUND = 12;

    private final ClientSite site;
    private final OrderedPlan plan;
    private final OrderedJournal journal;
    private final RandomGenerator random;
    private final int client;
    private int written;

    LeavingServer(ClientSite site, OrderedPlan plan, OrderedJournal journal, int client) {
        this.site = site;
        this.plan = plan;
        this.journal = journal;
        this.random = site.host().random();
        this.client = client;
    }

    /** The thread's code. */
    void run() {
        try (Mangrove mangrove = site.connect(random);
                OrderedIndex view = site.openAlone(mangrove);
                IndexBalance balance = site.source().balance(mangrove, site.name())) {
            RecordedIndex index = new RecordedIndex(journal, view, site.host(), client);
            // No later put is past all keys, so none begins a meganode at another server.
            boolean _ = index.put(plan.keys().last(), value());
            if (MeganodeTidying.keys(balance).isEmpty()) {
                return; // A tree of one leaf, which spreads over all servers once that is full.
            }
            List<Integer> servers = balance.servers();
            int leaving = servers.get(1 + random.nextInt(servers.size() - 1));
            MeganodeTidying.settle(mangrove, balance, journal, client);
            boolean hadSome = empty(balance, leaving);
            if (balance.beginsAtOne() && !hadSome) {
                return; // A server that the tree has not come to yet.
            }
            fill(index, balance.keeper());
            checkEmpty(balance, leaving);
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
    }

    /** Moves all meganodes off a server; whether it had any. */
    private boolean empty(IndexBalance balance, int leaving) {
        boolean hadSome = false;
        journal.begins(client, "empty server " + leaving);
        List<Integer> others = new ArrayList<>(balance.servers());
        others.removeIf(server -> server == leaving);
        for (KeyCopy key : MeganodeTidying.keys(balance)) {
            int server = others.get(random.nextInt(others.size()));
            boolean isThere = balance.look(key) && balance.server() == leaving;
            hadSome |= isThere;
            if (isThere || !MeganodeTidying.isWhole(balance, key)) {
                long _ = balance.move(key, server);
            }
        }
        journal.ends(client, "emptied");
        return hadSome;
    }

    private void fill(RecordedIndex index, MeganodeKeeper keeper) {
        keeper.round(() -> true);
        List<Integer> ranks = new ArrayList<>();
        for (int rank = 0; rank < plan.keys().size() - 1; rank++) {
            ranks.add(rank);
        }
        Collections.shuffle(ranks, new Random(random.nextLong()));
        for (int i = 0; i < ranks.size(); i++) {
            boolean _ = index.put(plan.keys().key(ranks.get(i)), value());
            if (i % PUTS_OF_A_ROUND == 0) {
                keeper.round(() -> true);
            }
        }
        keeper.round(() -> true);
    }

    private void checkEmpty(IndexBalance balance, int leaving) {
        for (KeyCopy key : MeganodeTidying.keys(balance)) {
            if (balance.look(key) && balance.server() == leaving) {
                journal.violation(
                        client,
                        "server " + leaving + " was emptied and has the meganode of " + key);
            }
        }
    }

    /** A value that no other client writes. */
    private long value() {
        return ((long) (client + 1) << 32) + ++written;
    }
}
