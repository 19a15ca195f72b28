package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.contract.ProcessTraces;
import dev.mangrove.fabric.contract.RealFabricUnderTest;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Shared memory: traces are files of this process's server folders, and those that it has open or
 * mapped.
 */
final class ShmUnderTest extends RealFabricUnderTest {
    private static final String PREFIX = "contract-" + ProcessHandle.current().pid() + "-";
    private static final AtomicInteger NUMBER = new AtomicInteger();

    ShmUnderTest() {
        super(new ShmProvider());
    }

    @Override
    public URI newLocation() {
        return URI.create(ShmLocation.SCHEME + ":" + PREFIX + NUMBER.incrementAndGet());
    }

    @Override
    public URI nowhere() {
        return ShmLocation.uri(ShmLocation.root().resolve(PREFIX + "nowhere"));
    }

    @Override
    public @Nullable Secret secret() {
        return null;
    }

    @Override
    public Set<String> traces() {
        Set<String> traces = new TreeSet<>(ProcessTraces.open(PREFIX));
        traces.addAll(ProcessTraces.mapped(PREFIX));
        if (Files.isDirectory(ShmLocation.root())) {
            try (Stream<Path> folders = Files.list(ShmLocation.root())) {
                folders.map(Path::toString)
                        .filter(name -> name.contains(PREFIX))
                        .forEach(traces::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return traces;
    }
}
