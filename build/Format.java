import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Checks or applies the layout of every Java source below the working folder, with
 * google-java-format in AOSP style. Usage: {@code Format check|apply}. The status is 1 when a file
 * is not laid out as it should be.
 */
final class Format {
    private static final Set<Path> SKIPPED = Set.of(Path.of("target"), Path.of(".git"));
    private static final String APPLY = "mvn -q -pl build verify -Dformat=apply";

    private Format() {}

    public static void main(String[] args) throws IOException {
        List<String> sources = sources();
        int status =
                switch (args[0]) {
                    case "check" -> run(sources, "--aosp", "--dry-run", "--set-exit-if-changed");
                    // Twice: a long text that the first pass breaks may be indented by the second.
                    case "apply" ->
                            run(sources, "--aosp", "--replace")
                                    | run(sources, "--aosp", "--replace");
                    default -> throw new IllegalArgumentException("not a mode: " + args[0]);
                };
        if (status != 0) {
            System.out.println("Files that are not formatted are named above; run: " + APPLY);
        }
        System.exit(status);
    }

    private static List<String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(""))) {
            return files.filter(Format::isSource).map(Path::toString).sorted().toList();
        }
    }

    private static boolean isSource(Path file) {
        return file.toString().endsWith(".java")
                && StreamSupport.stream(file.spliterator(), false).noneMatch(SKIPPED::contains);
    }

    private static int run(List<String> sources, String... options) {
        List<String> command = new ArrayList<>(List.of(options));
        command.addAll(sources);
        ToolProvider formatter = ToolProvider.findFirst("google-java-format").orElseThrow();
        return formatter.run(System.out, System.out, command.toArray(String[]::new));
    }
}
