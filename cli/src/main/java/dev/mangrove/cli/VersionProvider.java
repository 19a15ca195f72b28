package dev.mangrove.cli;

import dev.mangrove.Version;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {
            "mangrove " + Version.current() + " (Java " + Runtime.version().feature() + ")"
        };
    }
}
