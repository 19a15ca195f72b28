package dev.mangrove.cli.demo;

import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Secret;
import dev.mangrove.index.session.ConnectOptions;
import dev.mangrove.index.session.Session;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** A client process of the demo: goes through all steps and tells what came of each. */
public final class DemoClient {
    static final String STARTED = "started";
    static final String DONE = "done ";

    private DemoClient() {}

    /** Arguments: URI, secret file or empty, chunks, number of this client, clients, step in ms. */
    public static void main(String[] args) throws IOException {
        Thread.ofPlatform().daemon().name("mangrove-stdin").start(DemoClient::endWithParent);
        ConnectOptions options = ConnectOptions.DEFAULT;
        if (!args[1].isEmpty()) {
            options = options.withSecret(Secret.fromFile(Path.of(args[1])));
        }
        try (Mangrove mangrove = Mangrove.connect(URI.create(args[0]), options);
                Session session = mangrove.session()) {
            Ground ground = Ground.parse(args[2]);
            int number = Integer.parseInt(args[3]);
            int clients = Integer.parseInt(args[4]);
            long stepNanos = Duration.ofMillis(Long.parseLong(args[5])).toNanos();
            visit(new Visitor(session, ground, number, clients, stepNanos), System.out);
        }
    }

    /** The parent never writes; its end, or its wish that this ends, is the end of the input. */
    private static void endWithParent() {
        try {
            System.in.readAllBytes();
        } catch (IOException e) {
            System.getLogger(DemoClient.class.getName())
                    .log(System.Logger.Level.DEBUG, "the standard input broke", e);
        }
        Runtime.getRuntime().halt(1);
    }

    private static void visit(Visitor visitor, PrintStream out) {
        Barrier barrier =
                new Barrier(visitor.session(), visitor.ground().barrier(), visitor.clients());
        for (Step step : Steps.all()) {
            barrier.await();
            out.println(STARTED);
            out.println(DONE + step.run(visitor).line());
        }
    }
}
