package dev.mangrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The contents of the archive of {@code ./mangrove dist}, with a script in place of jlink; {@code
 * .ci/install} uses the JDK's jlink.
 */
final class ArchiveTest {
    private static final Path PACK =
            Path.of("..", "build", "archive", "pack").toAbsolutePath().normalize();
    private static final Pattern TIME =
            Pattern.compile("<project.build.outputTimestamp>([0-9-]+)T");
    private static final String NAME = "mangrove-1.2.3-linux-riscv64";
    private static final Map<String, String> PATH = Map.of("PATH", System.getenv("PATH"));

    @TempDir private Path folder;
    private Path jdk;
    private Path output;

    @BeforeEach
    void makeJdk() throws IOException {
        jdk = folder.resolve("jdk");
        output = folder.resolve("out");
        makeJlink("info.picocli@4.7.7");
        Files.writeString(
                jdk.resolve("release"),
                """
                IMPLEMENTOR="Vendor"
                JAVA_RUNTIME_VERSION="25.0.1+8"
                OS_ARCH="riscv64"
                OS_NAME="Linux"
                """);
    }

    @Test
    void shouldHoldLauncherRuntimeAndNotices() throws Exception {
        Shell.Result result = pack("--output", output.toString());

        assertThat(result.status()).as(result.output()).isZero();
        assertThat(result.output()).isEqualTo(archive().toString());
        assertThat(entries())
                .isSorted()
                .contains(
                        NAME + "/LICENSE",
                        NAME + "/THIRD-PARTY.md",
                        NAME + "/bin/mangrove",
                        NAME + "/runtime/bin/java",
                        NAME + "/runtime/legal/release-of-jdk",
                        NAME + "/sbom.cdx.json");
        assertThat(output).isDirectoryNotContaining(file -> !file.equals(archive()));
    }

    @Test
    void shouldBeTheSameBytesWhenMadeAgain() throws Exception {
        pack("--output=" + output);
        byte[] first = Files.readAllBytes(archive());

        pack("--output=" + output);

        assertThat(Files.readAllBytes(archive())).isEqualTo(first);
    }

    @Test
    void shouldTellNothingOfTheMachineThatMadeIt() throws Exception {
        pack("--output", output.toString());

        String entry = "[-d]rw[x-](r-[x-]){2} 0/0 .*" + buildDate() + " .*";
        assertThat(tar("--list", "--verbose", "--utc").lines())
                .isNotEmpty()
                .allMatch(line -> line.matches(entry));
    }

    @Test
    void shouldListEveryModuleWithItsLicence() throws Exception {
        pack("--output", output.toString());

        assertThat(extract("sbom.cdx.json"))
                .contains("\"purl\": \"pkg:maven/dev.mangrove/mangrove-cli@1.2.3\"")
                .contains("\"purl\": \"pkg:maven/info.picocli/picocli@4.7.7\"")
                .contains("\"name\": \"OpenJDK\", \"publisher\": \"Vendor\"")
                .contains("GPL-2.0-only WITH Classpath-exception-2.0");
    }

    @Test
    void shouldRefuseAModuleWithoutNotice() throws Exception {
        makeJlink("org.unknown@1");

        Shell.Result result = pack("--output", output.toString());

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.output())
                .contains("THIRD-PARTY.md has no row for the module org.unknown; add");
        assertThat(output).isEmptyDirectory();
    }

    @Test
    void shouldSayWhatToDoWhenTheJdkHasNoJlink() throws Exception {
        Files.delete(jdk.resolve("bin/jlink"));

        Shell.Result result = pack();

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.output()).contains("no jlink", jdk.toString(), "MANGROVE_JAVA_HOME");
    }

    @Test
    void shouldSayWhatToDoWhenTheOutputCannotBeWritten() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        Shell.Result result = pack("--output", file.toString());

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.output()).contains("--output " + file, "name another one");
    }

    @Test
    void shouldRefuseUnknownArguments() throws Exception {
        assertThat(pack("--colour"))
                .isEqualTo(
                        new Shell.Result(
                                2,
                                "mangrove: unknown argument: --colour;"
                                        + " try 'mangrove dist --help'"));
    }

    /**
     * Writes a script for jlink; its runtime has this module besides those of Mangrove and the JDK.
     */
    private void makeJlink(String module) throws IOException {
        Shell.write(
                jdk.resolve("bin/jlink"),
                """
                while [ "$1" != --output ]; do shift; done
                mkdir -p "$2/bin" "$2/legal"
                cp "$(dirname "$0")/linked-java" "$2/bin/java"
                """);
        Shell.write(
                jdk.resolve("bin/linked-java"),
                """
                case $1 in
                    --list-modules) printf '%%s\\n' dev.mangrove.cli@1.2.3 %s java.base@25.0.1 ;;
                    *) echo "mangrove 1.2.3 (Java 25)" ;;
                esac
                """
                        .formatted(module));
    }

    private Shell.Result pack(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(PACK.toString(), jdk.toString()));
        command.add(folder.resolve("modules").toString());
        command.addAll(List.of(arguments));
        return Shell.run(PATH, command);
    }

    private Path archive() {
        return output.resolve(NAME + ".tar.gz");
    }

    /** Day of the time that Maven gives the entries of jars. */
    private static String buildDate() throws IOException {
        String pom = Files.readString(PACK.resolve("../../../pom.xml").normalize());
        Matcher time = TIME.matcher(pom);
        assertThat(time.find()).isTrue();
        return time.group(1);
    }

    private List<String> entries() throws Exception {
        return tar("--list").lines().toList();
    }

    private String extract(String entry) throws Exception {
        return tar("--extract", "--to-stdout", NAME + "/" + entry);
    }

    private String tar(String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of("tar", "--gzip"));
        command.add("--file=" + archive());
        command.addAll(List.of(options));
        return Shell.run(PATH, command).output();
    }
}
