package dev.mangrove.check.fabric;

import dev.mangrove.sim.Faults;

import java.util.StringJoiner;

/** Prints the trace hashes of some seeds, to be compared between processes. */
public final class HashMain {
    private HashMain() {}

    public static void main(String[] args) {
        System.out.println(hashes());
    }

    public static String hashes() {
        StringJoiner text = new StringJoiner(" ");
        for (long seed = 100; seed < 120; seed++) {
            text.add(Long.toHexString(new FabricCheck().run(seed, Faults.ALL, null).traceHash()));
        }
        return text.toString();
    }
}
