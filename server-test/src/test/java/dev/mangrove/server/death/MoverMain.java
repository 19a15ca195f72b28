package dev.mangrove.server.death;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Member;
import dev.mangrove.server.fixture.Pools;

import java.net.URI;
import java.util.List;
import java.util.SplittableRandom;

/** A client process that moves meganodes of an index to and fro until a server is lost. */
final class MoverMain {
    private MoverMain() {}

    /** Arguments: server, index, seed. Prints {@code moving} after the first move. */
    public static void main(String[] args) throws Exception {
        SplittableRandom random = new SplittableRandom(Long.parseLong(args[2]));
        try (Mangrove mangrove = new Pools("").connect(URI.create(args[0]));
                IndexBalance balance =
                        OrderedIndexes.balance(ClientAccess.of(mangrove).session(), args[1])) {
            List<Member> servers = ClientAccess.of(mangrove).members();
            boolean begun = false;
            while (true) { // The test kills this process, or a server.
                int target = servers.get(random.nextInt(servers.size())).number();
                long moved = balance.move(KeyCopy.of(random.nextLong()), target);
                if (moved > 0 && !begun) {
                    System.out.println("moving");
                    begun = true;
                }
            }
        } catch (MangroveException e) {
            System.out.println("ended");
        }
    }
}
