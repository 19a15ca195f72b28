package dev.mangrove.cli.command;

import java.util.List;

/**
 * Adds commands to {@code mangrove}. {@link java.util.ServiceLoader} finds the providers, so the
 * product needs no module that adds commands.
 */
public interface CommandProvider {
    /** Returns new picocli command objects, in the order in which the help lists them. */
    List<Object> commands();
}
