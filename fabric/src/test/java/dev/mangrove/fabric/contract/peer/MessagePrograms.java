package dev.mangrove.fabric.contract.peer;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.contract.Echo;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.Server;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.contract.World;
import dev.mangrove.fabric.contract.message.MessageContract;

import java.lang.foreign.MemorySegment;

/** Programs that send, answer or ignore messages. */
final class MessagePrograms {
    private static final int BATCH = 8;

    private MessagePrograms() {}

    static void sendNumbered(PeerContext context) {
        Channel channel = context.connect(new RegionHandle[0]).channel();
        long number = context.arguments().number(1);
        int bytes = (int) context.arguments().number(2);
        MemorySegment message = channel.endpoint().allocate((long) bytes * BATCH);
        Batch batch = channel.batch(BATCH);
        context.awaitGo();
        long i = 0;
        while (i < number) {
            batch.clear();
            while (batch.size() < BATCH && i < number) {
                long offset = (long) batch.size() * bytes;
                MemoryBytes.putWord(message, offset, i++);
                batch.send(message, offset, bytes);
            }
            batch.execute();
        }
    }

    static void writeNumbered(PeerContext context) {
        VerbClient client = context.connect();
        long address = context.arguments().handle(1).address(0);
        int rounds = (int) context.arguments().number(2);
        byte[] block = new byte[MessageContract.IMMEDIATE_BLOCK];
        context.awaitGo();
        for (int i = 1; i <= rounds; i++) {
            for (int at = 0; at < block.length; at += Long.BYTES) {
                MemoryBytes.putWord(MemorySegment.ofArray(block), at, i);
            }
            client.writeImmediate(address, block, i);
        }
    }

    static void ping(PeerContext context) {
        VerbClient client = context.connect(new RegionHandle[0]);
        long rounds = context.arguments().number(1);
        context.awaitGo();
        for (long i = 0; i < rounds; i++) {
            client.send(MemoryBytes.bytesOf(i));
            long back = MemoryBytes.wordOf(client.receive(1).getFirst());
            if (back != i) {
                throw new AssertionError("wrong echo: sent=" + i + ", back=" + back);
            }
        }
    }

    static void comeAndGo(PeerContext context) {
        long rounds = context.arguments().number(1);
        context.awaitGo();
        for (long i = 0; i < rounds; i++) {
            VerbClient client = context.connect(new RegionHandle[0]);
            client.send(MemoryBytes.bytesOf(i));
            long back = MemoryBytes.wordOf(client.receive(1).getFirst());
            if (back != i) {
                throw new AssertionError("wrong echo: sent=" + i + ", back=" + back);
            }
            client.endpoint().close();
        }
    }

    static void serve(PeerContext context) {
        Target target = listen(context);
        try (Server server =
                new Server(context.host(), target.inbox(0), new Echo(context.host()))) {
            assert server != null;
            context.awaitStop();
        }
    }

    static void serveDeaf(PeerContext context) {
        listen(context);
        context.awaitStop();
    }

    /** Runs the code of other programs once, within this process. */
    static void warmUp(PeerContext context) {
        TargetOptions options =
                TargetOptions.at(context.under().newLocation())
                        .withSecret(context.under().secret());
        Target target = context.fabric().listen(options);
        Region region = target.allocate(World.REGION, World.REGION_BYTES, Placement.HOST);
        try (Server server =
                new Server(context.host(), target.inbox(0), new Echo(context.host()))) {
            assert server != null;
            VerbClient client = VerbClient.connect(context.newEndpoint(), target, region);
            long address = region.handle().address(0);
            client.writeWord(address, client.fetchAndAdd(address, 1));
            client.compareAndSwap(address, 0, client.readWord(address));
            client.send((byte) 1);
            client.receive(1);
        }
    }

    private static Target listen(PeerContext context) {
        TargetOptions options =
                TargetOptions.at(context.arguments().uri(0)).withSecret(context.under().secret());
        Target target = context.fabric().listen(options);
        Region region = target.allocate(World.REGION, World.REGION_BYTES, Placement.HOST);
        context.report(target.uri());
        context.report(Arguments.format(region));
        return target;
    }
}
