package dev.mangrove.fabric.contract;

import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.Host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Runs a {@link PeerProgram} in this process: provider, program and its arguments. Ends when its
 * input does, so that it never outlives the test that started it.
 */
final class ContractPeer {
    private static final int ORPHANED = 3;

    private ContractPeer() {}

    public static void main(String[] args) throws Exception {
        FabricUnderTest under =
                FabricContract.newInstance(
                        Class.forName(args[0]).asSubclass(FabricUnderTest.class));
        PeerProgram program = PeerProgram.valueOf(args[1]);
        List<String> rest = Arrays.asList(args).subList(2, args.length);
        PrintStream out = System.out;
        Mailbox commands = new Mailbox(Host.system());
        Thread.ofPlatform().daemon().name("commands").start(() -> listen(commands));
        try (Fabric fabric = under.open()) {
            program.run(
                    new PeerContext(
                            under,
                            fabric,
                            new Arguments(rest),
                            commands,
                            line -> out.println(ProcessPeer.ANSWER + line)));
        }
        out.flush();
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
