package dev.mangrove.cli;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.fabric.shm.ShmServers;
import dev.mangrove.server.EmbeddedMemoryServers;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;

/** How commands find the pool that they are for. */
final class PoolAccess {
    private PoolAccess() {}

    /** Connects to a pool; a URI that is none is a mistake on the command line. */
    static Mangrove connect(CommandSpec spec, URI server, ConnectOptions options) {
        try {
            return Mangrove.connect(server, options);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /** The only server of this user that runs here, apart from those of processes of their own. */
    static URI onlyServer(CommandSpec spec) {
        List<URI> running =
                ShmServers.running().stream()
                        .filter(
                                found ->
                                        !found.toString()
                                                .contains("/" + EmbeddedMemoryServers.PREFIX))
                        .toList();
        if (running.size() == 1) {
            return running.getFirst();
        }
        String names = running.stream().map(URI::toString).collect(Collectors.joining(", "));
        throw new ParameterException(
                spec.commandLine(),
                running.isEmpty()
                        ? "no server of this user runs here; start one with 'mangrove serve' or"
                                + " name one"
                        : "several servers run here, name one of them: " + names);
    }
}
