package dev.mangrove.reproduce;

import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.ThreadLoad;
import dev.mangrove.sim.hardware.CardMeter;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Measures how much of each resource a run uses in an interval of virtual time. */
public final class UsageMeter {
    /** Name of all client threads of experiments. */
    public static final String CLIENT = "client";

    /** Names of threads of servers: those of the product, and that of {@link Testbed}. */
    private static final String WORKER = "mangrove-worker";

    private static final String TICKER = "mangrove-ticker";
    private static final String SERVER = "server";
    private static final double PICOS_PER_NANO = 1e3;

    private final List<SimHost> servers;
    private final List<SimHost> clients;
    private final int workers;
    private final double threads;
    private final List<CardMeter> cards = new ArrayList<>();
    private final long[] servedBefore;
    private long workedBefore;
    private long waitedBefore;
    private long openedAt;

    /**
     * Creates a meter and starts its interval.
     *
     * @param workers threads of each server that serve requests
     * @param clients hosts of client threads; they may be those of servers
     * @param threads number of all client threads at work
     */
    public UsageMeter(List<SimHost> servers, int workers, List<SimHost> clients, int threads) {
        this.servers = List.copyOf(servers);
        this.workers = workers;
        this.clients = List.copyOf(clients);
        int cores = clients.stream().mapToInt(host -> host.cpu().cores()).sum();
        this.threads = Math.min(threads, cores);
        Set<SimHost> all = new LinkedHashSet<>(servers);
        all.addAll(clients);
        all.forEach(host -> cards.add(host.cardMeter()));
        servedBefore = new long[servers.size()];
        open();
    }

    /** Starts a new interval. */
    public void open() {
        cards.forEach(CardMeter::sample);
        for (int i = 0; i < servedBefore.length; i++) {
            servedBefore[i] = served(servers.get(i));
        }
        workedBefore = ofClients(ThreadLoad::workedPicos);
        waitedBefore = ofClients(ThreadLoad::waitedPicos);
        openedAt = now();
    }

    /** What was used since the interval began. */
    public Usage usage() {
        cards.forEach(CardMeter::sample);
        double picos = (now() - openedAt) * PICOS_PER_NANO;
        double served = 0;
        double word = 0;
        Map<Resource, Double> shares = new EnumMap<>(Resource.class);
        for (int i = 0; i < servedBefore.length; i++) {
            served = Math.max(served, (double) (served(servers.get(i)) - servedBefore[i]));
        }
        for (CardMeter card : cards) {
            shares.merge(Resource.CARD, card.stations(), Math::max);
            shares.merge(Resource.BUS, card.bus(), Math::max);
            shares.merge(Resource.LINK, card.link(), Math::max);
            word = Math.max(word, card.hottestWord());
        }
        double worked = ofClients(ThreadLoad::workedPicos) - workedBefore;
        double waited = ofClients(ThreadLoad::waitedPicos) - waitedBefore;
        shares.put(Resource.SERVER_CORES, served / (workers * picos));
        shares.put(Resource.CLIENT_CORES, worked / (threads * picos));
        shares.put(Resource.LOCK, Math.max(word, waited / (threads * picos)));
        shares.replaceAll((resource, share) -> Math.min(1, share));
        return new Usage(shares);
    }

    private long now() {
        return clients.getFirst().nanoTime();
    }

    private long ofClients(ToLongFunction<ThreadLoad> value) {
        return clients.stream().mapToLong(host -> value.applyAsLong(host.threadLoad(CLIENT))).sum();
    }

    /** Work of a server's threads; clients on its host may have threads of other names. */
    private static long served(SimHost host) {
        return host.threadLoads().entrySet().stream()
                .filter(entry -> isServers(entry.getKey()))
                .mapToLong(entry -> entry.getValue().workedPicos())
                .sum();
    }

    private static boolean isServers(String thread) {
        return thread.startsWith(WORKER) || thread.equals(TICKER) || thread.equals(SERVER);
    }
}
