package dev.mangrove.bench.command;

import dev.mangrove.cli.command.CommandProvider;

import java.util.List;

/** Adds {@code mangrove bench}. */
public final class BenchCommands implements CommandProvider {
    @Override
    public List<Object> commands() {
        return List.of(new Bench());
    }
}
