package dev.mangrove.cli;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.command.SecretOption;
import dev.mangrove.cli.command.Sizes;
import dev.mangrove.cli.report.Json;
import dev.mangrove.cli.report.Table;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Member;
import dev.mangrove.index.session.ServerStatus;
import dev.mangrove.index.session.Session;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Shows what the servers of a pool hold and do. */
@Command(name = "status", description = "Show the servers of a pool, their memory and load.")
final class StatusCommand implements Callable<Integer> {
    private static final int PERCENT = 100;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private SecretOption access = new SecretOption();

    @Parameters(
            arity = "0..1",
            paramLabel = "URI",
            description = "Any server of the pool; without it, the only one of this user here.")
    private @Nullable URI uri;

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        URI server = uri != null ? uri : PoolAccess.onlyServer(spec);
        ConnectOptions options = ConnectOptions.DEFAULT.withSecret(access.secret());
        List<Row> rows = new ArrayList<>();
        try (Mangrove mangrove = PoolAccess.connect(spec, server, options);
                Session session = ClientAccess.of(mangrove).session()) {
            for (Member member : ClientAccess.of(mangrove).members()) {
                rows.add(Row.of(member, session));
            }
            print(rows, indexes(session));
        }
        return rows.stream().allMatch(Row::isThere) ? ExitStatus.GOOD : ExitStatus.FAILED;
    }

    /** The catalogue is lost with the registrar. */
    private @Nullable List<IndexDescriptor> indexes(Session session) {
        try {
            return session.catalogue().list();
        } catch (FabricException e) {
            spec.commandLine().getErr().println("mangrove: no catalogue: " + e.getMessage());
            return null;
        }
    }

    private void print(List<Row> rows, @Nullable List<IndexDescriptor> indexes) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, @Nullable Object> all = new LinkedHashMap<>();
            all.put("servers", rows.stream().map(Row::json).toList());
            all.put(
                    "indexes",
                    indexes == null ? null : indexes.stream().map(StatusCommand::json).toList());
            out.println(Json.write(all));
        } else {
            out.print(servers(rows));
            if (indexes != null && !indexes.isEmpty()) {
                out.println();
                out.print(table(indexes));
            }
        }
        out.flush();
    }

    private static Table servers(List<Row> rows) {
        Table table =
                new Table(
                        "server",
                        "name",
                        "state",
                        "regions",
                        "used",
                        "limit",
                        "clients",
                        "connections",
                        "indexes",
                        "host CPU %",
                        "cores",
                        "busy %",
                        "messages/s",
                        "up",
                        "where");
        rows.forEach(row -> row.addTo(table));
        return table;
    }

    private static Table table(List<IndexDescriptor> indexes) {
        Table table = new Table("index", "id", "kind", "design", "page", "root slot", "options");
        for (IndexDescriptor index : indexes) {
            table.row(
                    index.name(),
                    index.id(),
                    index.kind().name().toLowerCase(java.util.Locale.ROOT),
                    index.spec().design(),
                    index.spec().pageSize(),
                    dev.mangrove.fabric.Address.toString(index.rootSlot()),
                    index.spec().options());
        }
        return table;
    }

    private static Map<String, Object> json(IndexDescriptor index) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", index.name());
        fields.put("id", index.id());
        fields.put("kind", index.kind());
        fields.put("design", index.spec().design());
        fields.put("page_size", index.spec().pageSize());
        fields.put("root_slot", index.rootSlot());
        fields.put("options", index.spec().options());
        return fields;
    }

    /**
     * One server.
     *
     * @param status its answer; null if it does not answer
     * @param lost why it does not
     */
    private record Row(Member member, @Nullable ServerStatus status, @Nullable String lost) {
        static Row of(Member member, Session session) {
            try {
                return new Row(member, session.status(member.number()), null);
            } catch (FabricException e) {
                return new Row(member, null, e.getMessage());
            }
        }

        boolean isThere() {
            return status != null;
        }

        void addTo(Table table) {
            String where = String.join(" ", uris());
            if (status == null) {
                table.row(
                        member.number(),
                        member.name(),
                        "lost",
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        where);
                return;
            }
            table.row(
                    member.number(),
                    member.name(),
                    "up",
                    status.regions().size(),
                    Sizes.text(status.memoryUsed()),
                    Sizes.text(status.memoryLimit()),
                    status.clients(),
                    status.connections(),
                    status.indexes(),
                    PERCENT * status.hostUtilisation(),
                    status.processCores(),
                    PERCENT * status.workerUtilisation(),
                    Math.round(status.messagesPerSecond()),
                    uptime(status.uptimeNanos()),
                    where);
        }

        /** The URIs in its answer, or else those of the list of members. */
        private List<String> uris() {
            List<URI> uris = status == null ? member.uris() : status.uris();
            return uris.stream().map(URI::toString).toList();
        }

        Map<String, @Nullable Object> json() {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("server", member.number());
            fields.put("name", member.name());
            fields.put("alive", status != null);
            fields.put("uris", uris());
            if (status == null) {
                fields.put("lost", lost);
                return fields;
            }
            fields.put("regions", status.regions().stream().map(region -> region.id()).toList());
            fields.put("memory_limit", status.memoryLimit());
            fields.put("memory_used", status.memoryUsed());
            fields.put("clients", status.clients());
            fields.put("connections", status.connections());
            fields.put("indexes", status.indexes());
            fields.put("host_utilisation", status.hostUtilisation());
            fields.put("process_cores", status.processCores());
            fields.put("workers", status.workers());
            fields.put("worker_utilisation", status.workerUtilisation());
            fields.put("messages", status.messages());
            fields.put("messages_per_second", status.messagesPerSecond());
            fields.put("uptime_seconds", status.uptimeNanos() / 1e9);
            return fields;
        }

        private static String uptime(long nanos) {
            Duration up = Duration.ofNanos(nanos);
            return up.toHours() > 0
                    ? up.toHours() + " h " + up.toMinutesPart() + " min"
                    : up.toMinutes() > 0
                            ? up.toMinutes() + " min " + up.toSecondsPart() + " s"
                            : up.toSeconds() + " s";
        }
    }
}
