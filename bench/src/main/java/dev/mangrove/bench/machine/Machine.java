package dev.mangrove.bench.machine;

import com.sun.management.OperatingSystemMXBean;

import dev.mangrove.fabric.shm.ShmServers;

import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;

/** Hardware, software and time of a measurement. */
public final class Machine {
    private static final double GIBIBYTE = 1L << 30;

    private Machine() {}

    /** The fields of a report. */
    public static Map<String, Object> toJson() {
        OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        json.put("cores", system.getAvailableProcessors());
        json.put("arch", system.getArch());
        json.put("memory_gib", Math.round(system.getTotalMemorySize() / GIBIBYTE));
        json.put("os", system.getName() + " " + system.getVersion());
        json.put("java", Runtime.version().toString());
        json.put("huge_pages", ShmServers.hugePages().offered());
        json.put("load_average", Math.round(system.getSystemLoadAverage() * 100) / 100.0);
        return json;
    }

    /** Formats the description as one line of text. */
    public static String line(Map<String, Object> machine) {
        return "%s cores (%s), %s GiB, %s, Java %s, huge pages %s, %s; load average at the start %s"
                .formatted(
                        machine.get("cores"),
                        machine.get("arch"),
                        machine.get("memory_gib"),
                        machine.get("os"),
                        machine.get("java"),
                        Boolean.TRUE.equals(machine.get("huge_pages")) ? "on" : "off",
                        machine.get("date"),
                        machine.get("load_average"));
    }
}
