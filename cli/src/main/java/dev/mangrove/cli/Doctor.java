package dev.mangrove.cli;

import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.command.Sizes;
import dev.mangrove.cli.report.Json;
import dev.mangrove.cli.report.Table;
import dev.mangrove.fabric.Capabilities;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.posix.HugePageOffer;
import dev.mangrove.fabric.posix.ReservedHugePages;
import dev.mangrove.fabric.shm.ShmServers;
import dev.mangrove.fabric.verbs.VerbsProvider;
import dev.mangrove.fabric.verbs.device.DeviceInfo;
import dev.mangrove.fabric.verbs.device.GidInfo;
import dev.mangrove.fabric.verbs.device.PortInfo;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Reports which fabrics work on this machine, what the others lack, and what would be faster. */
@Command(
        name = "doctor",
        description = "Say which fabrics work on this machine, and what is missing otherwise.")
final class Doctor implements Callable<Integer> {
    private static final List<String> SCHEMES = List.of("shm", "tcp", "verbs");
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final String LOCKED_MEMORY = "Max locked memory";

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        List<Finding> findings = SCHEMES.stream().map(Doctor::examine).toList();
        List<DeviceInfo> devices = devices();
        HugePageOffer hugePages = ShmServers.hugePages();
        ReservedHugePages reserved = ReservedHugePages.ofMachine();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("fabrics", findings.stream().map(Finding::json).toList());
            all.put("devices", devices.stream().map(Doctor::json).toList());
            all.put("locked_memory_limit", lockedMemory());
            all.put("huge_pages", json(hugePages));
            all.put("hugetlbfs", Map.of("total", reserved.total(), "free", reserved.free()));
            out.println(Json.write(all));
        } else {
            out.print(fabrics(findings));
            if (!devices.isEmpty()) {
                out.println();
                out.print(table(devices));
                out.println();
                out.print(addresses(devices));
                out.println();
                out.println("Memory that a process may lock for a device: " + lockedMemory());
            }
            out.println();
            out.println("Huge pages for shared memory: " + text(hugePages));
            if (reserved.total() > 0) {
                out.printf(
                        "Huge pages set aside for hugetlbfs: %d, %d of them free; Mangrove uses"
                                + " those of shared memory instead%n",
                        reserved.total(), reserved.free());
            }
        }
        out.flush();
        return ExitStatus.GOOD;
    }

    private static Finding examine(String scheme) {
        try (Fabric fabric = Fabric.open(scheme, Host.system())) {
            return new Finding(scheme, fabric.capabilities(), null);
        } catch (FabricException e) {
            return new Finding(scheme, null, e.getMessage());
        }
    }

    private static List<DeviceInfo> devices() {
        try {
            return VerbsProvider.devices();
        } catch (FabricException e) {
            return List.of(); // The row of the fabric names what is missing.
        }
    }

    private static Table fabrics(List<Finding> findings) {
        Table table =
                new Table(
                        "fabric",
                        "works",
                        "in place",
                        "whole bytes of a READ",
                        "atomics with the CPU",
                        "masked atomics",
                        "device memory",
                        "missing");
        for (Finding finding : findings) {
            Capabilities can = finding.capabilities;
            if (can == null) {
                table.row(finding.scheme, "no", null, null, null, null, null, finding.missing);
            } else {
                table.row(
                        finding.scheme,
                        "yes",
                        yes(can.directAccess()),
                        can.readAtomicity(),
                        yes(can.atomicsComposeWithCpu()),
                        yes(can.maskedAtomics()),
                        can.deviceMemory() == 0 ? "none" : Sizes.text(can.deviceMemory()),
                        null);
            }
        }
        return table;
    }

    private static String yes(boolean value) {
        return value ? "yes" : "no";
    }

    private static Table table(List<DeviceInfo> devices) {
        Table table =
                new Table(
                        "device",
                        "usable",
                        "firmware",
                        "atomics",
                        "READs at once",
                        "requests per queue",
                        "device memory");
        for (DeviceInfo device : devices) {
            table.row(
                    device.name(),
                    yes(device.isUsable()),
                    device.firmware().isEmpty() ? null : device.firmware(),
                    device.atomics(),
                    device.readsPerQueuePair(),
                    device.requestsPerQueue(),
                    device.deviceMemory() == 0 ? "none" : Sizes.text(device.deviceMemory()));
        }
        return table;
    }

    private static Table addresses(List<DeviceInfo> devices) {
        Table table =
                new Table(
                        "device", "port", "state", "link", "MTU", "LID", "GID", "type", "address");
        for (DeviceInfo device : devices) {
            for (PortInfo port : device.ports()) {
                List<@Nullable GidInfo> gids = new ArrayList<>(port.gids());
                if (gids.isEmpty()) {
                    gids.add(null);
                }
                for (GidInfo gid : gids) {
                    table.row(
                            device.name(),
                            port.number(),
                            port.active() ? "active" : "down",
                            link(port),
                            port.mtu(),
                            port.lid(),
                            gid == null ? null : gid.index(),
                            gid == null ? null : gid.type(),
                            gid == null ? null : gid.address());
                }
            }
        }
        return table;
    }

    private static String link(PortInfo port) {
        return port.ethernet() ? "Ethernet" : "InfiniBand";
    }

    private static String text(HugePageOffer offer) {
        return "%s (%s)%s"
                .formatted(
                        yes(offer.offered()),
                        offer.setting(),
                        offer.offered()
                                ? ""
                                : "; large indexes are faster with them: " + offer.remedy());
    }

    private static Map<String, @Nullable Object> json(HugePageOffer offer) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("offered", offer.offered());
        fields.put("setting", offer.setting());
        fields.put("remedy", offer.remedy());
        return fields;
    }

    private static Map<String, Object> json(DeviceInfo device) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", device.name());
        fields.put("usable", device.isUsable());
        fields.put("software", device.isSoftware());
        fields.put("firmware", device.firmware());
        fields.put("atomics", device.atomics().name());
        fields.put("reads_per_queue_pair", device.readsPerQueuePair());
        fields.put("answers_per_queue_pair", device.answersPerQueuePair());
        fields.put("requests_per_queue", device.requestsPerQueue());
        fields.put("largest_region", device.largestRegion());
        fields.put("device_memory", device.deviceMemory());
        fields.put("ports", device.ports().stream().map(Doctor::json).toList());
        return fields;
    }

    private static Map<String, Object> json(PortInfo port) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("port", port.number());
        fields.put("active", port.active());
        fields.put("link", link(port));
        fields.put("mtu", port.mtu());
        fields.put("lid", port.lid());
        fields.put(
                "gids",
                port.gids().stream()
                        .map(
                                gid ->
                                        Map.of(
                                                "index", gid.index(),
                                                "type", gid.type().toString(),
                                                "address", gid.address()))
                        .toList());
        return fields;
    }

    /** The limit as the kernel tells it, in bytes, or that there is none. */
    private static String lockedMemory() {
        try {
            return Files.readAllLines(LIMITS).stream()
                    .filter(line -> line.startsWith(LOCKED_MEMORY))
                    .map(line -> line.substring(LOCKED_MEMORY.length()).strip().split("\\s+", 2)[0])
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    /**
     * The result of opening a fabric.
     *
     * @param capabilities of the fabric, if it works
     * @param missing what it lacks, otherwise
     */
    private record Finding(
            String scheme, @Nullable Capabilities capabilities, @Nullable String missing) {
        Map<String, @Nullable Object> json() {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("fabric", scheme);
            fields.put("works", capabilities != null);
            if (capabilities == null) {
                fields.put("missing", missing);
                return fields;
            }
            fields.put("direct_access", capabilities.directAccess());
            fields.put("read_atomicity", capabilities.readAtomicity());
            fields.put("ordered_writes", capabilities.orderedWrites());
            fields.put("atomics_compose_with_cpu", capabilities.atomicsComposeWithCpu());
            fields.put("masked_atomics", capabilities.maskedAtomics());
            fields.put("device_memory", capabilities.deviceMemory());
            fields.put("largest_message", capabilities.largestMessage());
            fields.put("largest_transfer", capabilities.largestTransfer());
            fields.put("largest_batch", capabilities.largestBatch());
            return fields;
        }
    }
}
