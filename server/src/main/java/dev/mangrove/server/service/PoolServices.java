package dev.mangrove.server.service;

import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.index.session.Member;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Role;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;
import dev.mangrove.server.pool.CatalogueTable;
import dev.mangrove.server.request.Peer;
import dev.mangrove.server.request.RefusedException;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.request.Request;
import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.state.ServerState;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.List;

/** Returns the list of members and, at the registrar, admits servers. */
final class PoolServices {
    private static final Logger LOG = System.getLogger(PoolServices.class.getName());

    /** Chosen: a line of a table; bounds the list of members. */
    private static final int LONGEST_NAME = 128;

    private final ServerState state;

    PoolServices(ServerState state) {
        this.state = state;
    }

    void register(ServiceTable table) {
        table.register(MessageKind.MEMBERS, this::members)
                .register(MessageKind.JOIN, this::join)
                .register(MessageKind.ANNOUNCE, this::announce)
                .register(MessageKind.REJOIN, this::rejoin)
                .register(MessageKind.LEAVE, this::leave);
    }

    private void members(Request request, Reply reply) {
        WireWriter out = new WireWriter();
        state.membership().list().write(out);
        reply.send(out.toBytes());
    }

    /**
     * First step of a join: the number, from which the joining server makes the ids of its regions.
     */
    private void join(Request request, Reply reply) {
        checkJoins(request.peer());
        if (request.peer().member() != Peer.NO_MEMBER) {
            throw new RefusedException(Status.DENIED, "this server has joined already");
        }
        int number = state.membership().reserve(request.peer());
        request.peer().member(number);
        reply.send(new WireWriter().putInt(number).toBytes());
    }

    /** Second step: from now on the server is a member. */
    private void announce(Request request, Reply reply) {
        checkJoins(request.peer());
        Member member = member(request);
        if (member.number() != request.peer().member()) {
            throw new RefusedException(
                    Status.DENIED,
                    "number differs from the one that JOIN returned: number=" + member.number());
        }
        state.membership().add(member);
        LOG.log(Level.INFO, "{0} has joined the pool", member.title());
        sendUsedIds(reply);
    }

    /**
     * A member rejoins by another connection after the one before has ended, at either side or in
     * the network. The answer has what it may have missed.
     */
    private void rejoin(Request request, Reply reply) {
        checkJoins(request.peer());
        Member member = member(request);
        if (!state.membership().takeBack(member, request.peer())) {
            throw new RefusedException(
                    Status.DENIED,
                    "this run of " + member.title() + " is not a member: join as a new server");
        }
        request.peer().member(member.number());
        state.peers().closeOthersOf(request.peer());
        LOG.log(Level.INFO, "{0} is back in the pool", member.title());
        sendUsedIds(reply);
    }

    /** Answers with the ids in use, for which no notices are sent any more. */
    private void sendUsedIds(Reply reply) {
        WireWriter out = new WireWriter();
        state.membership().list().write(out);
        catalogue().usedIds().write(out);
        reply.send(out.toBytes());
    }

    private CatalogueTable catalogue() {
        CatalogueTable catalogue = state.catalogue();
        if (catalogue == null) {
            throw new IllegalStateException(
                    "server "
                            + state.identity().number()
                            + " has no catalogue: ask the pool's first server");
        }
        return catalogue;
    }

    private void leave(Request request, Reply reply) {
        checkJoins(request.peer());
        int number = request.peer().member();
        request.peer().member(Peer.NO_MEMBER);
        state.membership().disconnected(number, request.peer());
        LOG.log(Level.INFO, "server {0} has left the pool", number);
        reply.send(0);
    }

    private void checkJoins(Peer peer) {
        if (!state.identity().isRegistrar()) {
            throw new RefusedException(
                    Status.DENIED,
                    "only the registrar admits members: join the pool's first server");
        }
        if (peer.role() != Role.MEMBER) {
            throw new RefusedException(Status.DENIED, "only servers may join");
        }
    }

    private static Member member(Request request) {
        WireReader in = request.reader();
        Member member = Member.read(in);
        in.end();
        check(member.name(), member.uris(), member.regions(), member.number());
        return member;
    }

    private static void check(String name, List<URI> uris, List<RegionHandle> regions, int number) {
        if (name.length() > LONGEST_NAME) {
            throw new RefusedException(
                    Status.INVALID,
                    "a name has at most " + LONGEST_NAME + " characters: length=" + name.length());
        }
        if (uris.isEmpty()) {
            throw new RefusedException(
                    Status.INVALID, "server " + number + " has no URI: give at least one");
        }
        for (RegionHandle region : regions) {
            if (region.id() >>> 8 != number) {
                throw new RefusedException(
                        Status.INVALID,
                        "server " + number + " names a region of another: region=" + region.id());
            }
        }
    }
}
