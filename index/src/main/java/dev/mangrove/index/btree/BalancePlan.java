package dev.mangrove.index.btree;

import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.wire.AddressSpace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Where the meganodes of an index are, and which of them to move so that each of some servers has
 * about as many pages. A meganode goes to the server with the fewest pages if its own has more than
 * its share, and the two differ by more than the meganode has, or if its server shall have none.
 */
public final class BalancePlan {
    private final List<Integer> targets;
    private final List<Meganode> meganodes = new ArrayList<>();
    private final long[] pagesOf = new long[AddressSpace.SERVERS];

    /**
     * A meganode that is to be moved.
     *
     * @param key its smallest key
     * @param pages how many of its pages have to move
     * @param server where to
     */
    public record Move(KeyCopy key, long pages, int server) {}

    private record Meganode(KeyCopy key, long pages, long strays, int server) {}

    /**
     * Looks at all meganodes of an index.
     *
     * @param targets servers that may have some
     */
    public BalancePlan(MeganodeWalk walk, List<Integer> targets) {
        if (targets.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is no server to move meganodes to: give at least one target");
        }
        this.targets = List.copyOf(targets);
        KeyCopy key = KeyCopy.LEAST;
        boolean there = walk.look(key);
        // Ends: each turn goes right.
        while (there) {
            boolean hasNext = walk.hasNext();
            KeyCopy next = walk.next();
            add(walk, key, walk.server());
            key = next;
            there = hasNext && walk.look(key);
        }
    }

    private void add(MeganodeWalk walk, KeyCopy key, int server) {
        long[] found = new long[AddressSpace.SERVERS];
        walk.count(key, found);
        long pages = 0;
        for (int i = 0; i < found.length; i++) {
            pages += found[i];
            pagesOf[i] += found[i];
        }
        meganodes.add(new Meganode(key, pages, pages - found[server], server));
    }

    /** Pages of meganodes at a server. */
    public long pagesOf(int server) {
        return pagesOf[server];
    }

    /** The servers that may have meganodes, and those that have some. */
    public List<Integer> servers() {
        TreeSet<Integer> servers = new TreeSet<>(targets);
        for (int server = 0; server < pagesOf.length; server++) {
            if (pagesOf[server] > 0) {
                servers.add(server);
            }
        }
        return List.copyOf(servers);
    }

    /** The moves that even out the pages, in the order of keys. */
    public List<Move> moves() {
        long[] load = pagesOf.clone();
        long share = Arrays.stream(load).sum() / targets.size();
        List<Move> moves = new ArrayList<>();
        for (Meganode each : meganodes) {
            int least = least(load);
            boolean leaves = !targets.contains(each.server());
            long own = load[each.server()];
            boolean evens = own > share && own - load[least] > each.pages();
            if (leaves || evens) {
                moves.add(new Move(each.key(), each.pages(), least));
                load[each.server()] -= each.pages();
                load[least] += each.pages();
            } else if (each.strays() > 0) {
                moves.add(new Move(each.key(), each.strays(), each.server()));
            }
        }
        return moves;
    }

    private int least(long[] load) {
        int least = targets.getFirst();
        for (int target : targets) {
            least = load[target] < load[least] ? target : least;
        }
        return least;
    }
}
