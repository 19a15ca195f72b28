package dev.mangrove.fabric.contract.peer;

import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FabricUnderTest;
import dev.mangrove.fabric.host.Host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Runs programs in this process as {@link PeerJvm} asks for them, on the provider in its first
 * argument. It ends at the end of its input, so that it never outlives the test that started it, or
 * when a program fails.
 */
final class ContractPeer {
    private static final int ORPHANED = 3;

    private ContractPeer() {}

    public static void main(String[] args) throws Exception {
        Class<? extends FabricUnderTest> provider =
                Class.forName(args[0]).asSubclass(FabricUnderTest.class);
        Mailbox commands = new Mailbox(Host.system());
        Thread.ofPlatform().daemon().name("commands").start(() -> listen(commands));
        while (true) {
            String line = commands.take(FabricContract.PATIENCE_NANOS);
            List<String> words =
                    line == null ? List.of() : Arrays.asList(line.split(PeerJvm.SEPARATOR, -1));
            // Other lines were sent to a program that has ended.
            if (words.size() > 1 && words.getFirst().equals(PeerJvm.RUN)) {
                run(FabricContract.newInstance(provider), words.subList(1, words.size()), commands);
                System.out.println(PeerJvm.DONE);
            }
        }
    }

    private static void run(FabricUnderTest under, List<String> words, Mailbox commands) {
        ContractProgram program = ContractProgram.valueOf(words.getFirst());
        Arguments arguments = new Arguments(words.subList(1, words.size()));
        try (Fabric fabric = under.open()) {
            program.run(
                    new PeerContext(
                            under,
                            fabric,
                            arguments,
                            commands,
                            line -> System.out.println(PeerJvm.ANSWER + line)));
        }
    }

    private static void listen(Mailbox commands) {
        try (BufferedReader input =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            String line;
            while ((line = input.readLine()) != null) {
                commands.put(line);
            }
        } catch (IOException e) {
            System.err.println("test cannot be heard any longer: " + e);
        }
        Runtime.getRuntime().halt(ORPHANED);
    }
}
