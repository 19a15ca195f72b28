package dev.mangrove.fabric.posix;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Whether the kernel gives huge pages to files of a memory file system. Its setting for all of them
 * ({@code force}, {@code deny}) decides first, then the option {@code huge} of the mount.
 *
 * @param offered whether files get huge pages
 * @param setting the setting that decides, as the kernel words it
 * @param remedy what an administrator can run to get them; null if they are offered
 */
public record HugePageOffer(boolean offered, String setting, @Nullable String remedy) {
    private static final Path ALL_MOUNTS =
            Path.of("/sys/kernel/mm/transparent_hugepage/shmem_enabled");
    private static final Path MOUNTS = Path.of("/proc/self/mounts");
    private static final String OPTION = "huge=";
    private static final String NEVER = "never";
    private static final String ADVISE = "advise";

    /** The first version that populates a range of memory on request ({@code madvise(2)}). */
    private static final int[] POPULATES = {5, 14};

    /** What the kernel offers to files below a folder. */
    public static HugePageOffer of(Path folder) {
        try {
            return of(
                    folder,
                    Files.readString(ALL_MOUNTS),
                    Files.readAllLines(MOUNTS),
                    System.getProperty("os.version"));
        } catch (IOException e) {
            return new HugePageOffer(false, "unknown", "a kernel with transparent huge pages");
        }
    }

    static HugePageOffer of(Path folder, String allMounts, List<String> mounts, String kernel) {
        if (allMounts.contains("[force]")) {
            return new HugePageOffer(true, "shmem_enabled=force", null);
        }
        if (allMounts.contains("[deny]")) {
            return new HugePageOffer(false, "shmem_enabled=deny", "echo advise > " + ALL_MOUNTS);
        }
        Mount mount = Mount.NONE;
        for (String line : mounts) {
            Mount next = Mount.parse(line);
            if (folder.startsWith(next.folder) && next.folder.startsWith(mount.folder)) {
                mount = next; // The last of the deepest ones covers the others.
            }
        }
        String setting = mount.folder + " huge=" + mount.huge;
        String remedy = "mount -o remount,huge=%s " + mount.folder;
        boolean populates = isFromPopulates(kernel);
        if (mount.huge.equals(NEVER)) {
            return new HugePageOffer(
                    false, setting, remedy.formatted(populates ? ADVISE : "always"));
        }
        if (mount.huge.equals(ADVISE) && !populates) {
            // Memory is reserved by fallocate(2), which does not heed the advice.
            return new HugePageOffer(
                    false, setting + ", kernel " + kernel, remedy.formatted("always"));
        }
        return new HugePageOffer(true, setting, null);
    }

    private static boolean isFromPopulates(String kernel) {
        String[] numbers = kernel.split("[^0-9]+", 3);
        if (numbers.length < 2 || numbers[0].isEmpty() || numbers[1].isEmpty()) {
            return true; // Not a version that this code knows to be older.
        }
        int major = Integer.parseInt(numbers[0]);
        return major > POPULATES[0]
                || (major == POPULATES[0] && Integer.parseInt(numbers[1]) >= POPULATES[1]);
    }

    /** A mounted file system and its option for huge pages. */
    private record Mount(Path folder, String huge) {
        static final Mount NONE = new Mount(Path.of("/"), NEVER);

        /** Reads a line of the kernel's table: device, folder, type, options. */
        static Mount parse(String line) {
            String[] fields = line.split(" ", 5);
            if (fields.length < 4) {
                return NONE;
            }
            String huge = NEVER;
            for (String option : fields[3].split(",", -1)) {
                if (option.startsWith(OPTION)) {
                    huge = option.substring(OPTION.length());
                }
            }
            return new Mount(Path.of(fields[1]), huge);
        }
    }
}
