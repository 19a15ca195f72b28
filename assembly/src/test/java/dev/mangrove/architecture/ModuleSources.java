package dev.mangrove.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The sources of all modules, for rules on files. */
final class ModuleSources {
    private ModuleSources() {}

    /** The folder of the code of each module, tests left out. */
    static List<Path> folders() throws IOException {
        return folders("src/main/java");
    }

    /** The folder of the tests of each module. */
    static List<Path> testFolders() throws IOException {
        return folders("src/test/java");
    }

    private static List<Path> folders(String within) throws IOException {
        try (Stream<Path> modules = Files.list(root())) {
            return modules.map(module -> module.resolve(within))
                    .filter(Files::isDirectory)
                    .toList();
        }
    }

    /** The root of the project. */
    static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("mangrove")) ? here : here.getParent();
    }
}
