package dev.mangrove.reproduce.command;

import dev.mangrove.cli.command.CommandProvider;

import java.util.List;

/** Adds {@code mangrove reproduce}. */
public final class ReproduceCommands implements CommandProvider {
    @Override
    public List<Object> commands() {
        return List.of(new Reproduce());
    }
}
