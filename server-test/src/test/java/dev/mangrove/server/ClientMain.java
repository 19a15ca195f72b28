package dev.mangrove.server;

import dev.mangrove.Mangrove;
import dev.mangrove.index.catalogue.IndexKind;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.session.ChunkOwner;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;

import java.net.URI;

/** A client process: {@code hold N} takes chunks and waits, {@code race N} creates indexes. */
final class ClientMain {
    private ClientMain() {}

    /** Arguments: server, {@code hold} or {@code race}, number of repetitions. */
    public static void main(String[] args) throws Exception {
        int times = Integer.parseInt(args[2]);
        try (Mangrove mangrove = new Pools("").connect(URI.create(args[0]));
                Session session = ClientAccess.of(mangrove).session()) {
            System.out.println("ready");
            if (args[1].equals("hold")) {
                for (int i = 0; i < times; i++) {
                    session.allocateChunk(
                            i % ClientAccess.of(mangrove).members().size(), ChunkOwner.CLIENT);
                }
                System.out.println("holding");
            } else {
                System.in.read();
                System.out.println(race(session, times));
            }
            System.in.read();
        }
    }

    /** Tries to create all indexes; returns the number of those that it created. */
    private static int race(Session session, int times) {
        int won = 0;
        for (int i = 0; i < times; i++) {
            try {
                session.catalogue().create(IndexSpec.of("i" + i, IndexKind.ORDERED, "fine"));
                won++;
            } catch (RequestRefusedException e) {
                if (e.status() != dev.mangrove.index.wire.Status.EXISTS) {
                    throw e;
                }
            }
        }
        return won;
    }
}
