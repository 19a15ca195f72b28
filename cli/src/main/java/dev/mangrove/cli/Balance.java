package dev.mangrove.cli;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.command.SecretOption;
import dev.mangrove.cli.report.Json;
import dev.mangrove.cli.report.Progress;
import dev.mangrove.cli.report.Table;
import dev.mangrove.index.btree.BalancePlan;
import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.bytes.client.BytesIndexes;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Member;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;

/** Moves meganodes of an index so that all servers have about as many of its pages. */
@Command(
        name = "balance",
        description = {
            "Even out the pages of an index of design cell over the servers of its pool, also over"
                    + " those that have joined since it was created, or move them off one server.",
            "Clients go on meanwhile. Also completes what a balance that was stopped has left."
        })
final class Balance implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private SecretOption access = new SecretOption();

    @Parameters(index = "0", paramLabel = "INDEX", description = "Name of the index.")
    private String index = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "URI",
            description = "Any server of the pool; without it, the only one of this user here.")
    private @Nullable URI uri;

    @Option(
            names = "--off",
            paramLabel = "SERVER",
            description =
                    "Number of a server that shall have no pages of meganodes any more. It may get"
                            + " some again: keys past all others begin a meganode at the next"
                            + " server, and an index of one page spreads over all servers as it"
                            + " grows. So stop the server when it is empty.")
    private @Nullable Integer off;

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        URI server = uri != null ? uri : PoolAccess.onlyServer(spec);
        ConnectOptions options = ConnectOptions.DEFAULT.withSecret(access.secret());
        try (Mangrove mangrove = PoolAccess.connect(spec, server, options);
                IndexBalance balance = open(mangrove)) {
            List<Integer> targets = targets(ClientAccess.of(mangrove).members(), balance);
            int settled = 0;
            for (int target : targets) {
                settled += balance.settle(target);
            }
            BalancePlan plan = new BalancePlan(balance, targets);
            List<BalancePlan.Move> moves = plan.moves();
            long moved = carryOut(balance, moves);
            BalancePlan after = new BalancePlan(balance, targets);
            print(plan, after, moves.size(), moved, settled);
        }
        return ExitStatus.GOOD;
    }

    private IndexBalance open(Mangrove mangrove) {
        try {
            return BytesIndexes.balance(ClientAccess.of(mangrove).session(), index);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /** Live servers that shall have pages. */
    private List<Integer> targets(List<Member> members, IndexBalance balance) {
        Integer leaving = off;
        if (leaving != null && leaving.equals(balance.servers().getFirst())) {
            throw new ParameterException(
                    spec.commandLine(),
                    "server "
                            + leaving
                            + " has the levels above the meganodes of this index, which do not"
                            + " move: name another server");
        }
        if (leaving != null && members.stream().noneMatch(each -> each.number() == leaving)) {
            throw new ParameterException(spec.commandLine(), "there is no server " + leaving);
        }
        List<Integer> targets = new ArrayList<>();
        for (Member member : members) {
            if (member.alive() && (leaving == null || member.number() != leaving)) {
                targets.add(member.number());
            }
        }
        return targets;
    }

    private static long carryOut(IndexBalance balance, List<BalancePlan.Move> moves) {
        long total = moves.stream().mapToLong(BalancePlan.Move::pages).sum();
        long moved = 0;
        try (Progress progress = Progress.of("pages", Math.max(1, total))) {
            for (BalancePlan.Move move : moves) {
                long pages = balance.move(move.key(), move.server());
                progress.advance(pages);
                moved += pages;
            }
        }
        return moved;
    }

    private void print(
            BalancePlan before, BalancePlan after, int meganodes, long moved, int settled) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("index", index);
            fields.put("meganodes_moved", meganodes);
            fields.put("pages_moved", moved);
            fields.put("moves_settled", settled);
            fields.put("servers", rows(before, after));
            out.println(Json.write(fields));
        } else {
            Table table = new Table("server", "pages before", "pages after");
            for (int server : servers(before, after)) {
                table.row(server, before.pagesOf(server), after.pagesOf(server));
            }
            out.print(table);
            out.println();
            out.println("moved " + meganodes + " meganodes, " + moved + " pages");
        }
        out.flush();
    }

    private static SortedSet<Integer> servers(BalancePlan before, BalancePlan after) {
        SortedSet<Integer> servers = new TreeSet<>(before.servers());
        servers.addAll(after.servers());
        return servers;
    }

    private static List<Map<String, Object>> rows(BalancePlan before, BalancePlan after) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int server : servers(before, after)) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("server", server);
            row.put("pages_before", before.pagesOf(server));
            row.put("pages_after", after.pagesOf(server));
            rows.add(row);
        }
        return rows;
    }
}
