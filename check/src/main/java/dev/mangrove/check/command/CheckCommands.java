package dev.mangrove.check.command;

import dev.mangrove.cli.command.CommandProvider;

import java.util.List;

/** Adds {@code mangrove check}. */
public final class CheckCommands implements CommandProvider {
    @Override
    public List<Object> commands() {
        return List.of(new Check());
    }
}
