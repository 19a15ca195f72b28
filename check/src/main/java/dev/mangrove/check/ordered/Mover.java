package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.bench.published.RangeLockedMove;
import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Member;

import java.util.List;
import java.util.function.LongFunction;

/** Moves meganodes between servers, by the protocol that is checked. */
public interface Mover extends AutoCloseable {
    /** Servers to move meganodes to. */
    List<Integer> servers();

    /** Moves the meganode that covers a key to a server; returns how many pages moved. */
    long move(long key, int server);

    /** Completes or undoes moves of dead clients to a server; returns how many. */
    int settle(int server);

    @Override
    void close();

    /**
     * Page by page, as the product moves.
     *
     * @param keys the keys of the index, by those of the check
     */
    static Mover pageByPage(Mangrove mangrove, IndexBalance balance, LongFunction<KeyCopy> keys) {
        return new Mover() {
            // Those that have joined since the index was created, too.
            @Override
            public List<Integer> servers() {
                return ClientAccess.of(mangrove).members().stream()
                        .filter(Member::alive)
                        .map(Member::number)
                        .toList();
            }

            @Override
            public long move(long key, int server) {
                return balance.move(keys.apply(key), server);
            }

            @Override
            public int settle(int server) {
                return balance.settle(server);
            }

            @Override
            public void close() {
                balance.close();
            }
        };
    }

    /** Under a lock of the range of keys, as in the Cell paper; nothing is settled. */
    static Mover rangeLocked(
            Mangrove mangrove, String name, OrderedOptions options, boolean invalidates) {
        RangeLockedMove move =
                new RangeLockedMove(
                        ClientAccess.of(mangrove).session(), name, options, invalidates);
        return new Mover() {
            @Override
            public List<Integer> servers() {
                return move.servers();
            }

            @Override
            public long move(long key, int server) {
                return move.move(key, server);
            }

            @Override
            public int settle(int server) {
                return 0;
            }

            @Override
            public void close() {
                move.close();
            }
        };
    }
}
