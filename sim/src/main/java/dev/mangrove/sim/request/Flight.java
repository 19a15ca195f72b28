package dev.mangrove.sim.request;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Verb;
import dev.mangrove.sim.FaultInjector;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimThread;
import dev.mangrove.sim.Trace;
import dev.mangrove.sim.hardware.Network;
import dev.mangrove.sim.hardware.Nic;
import dev.mangrove.sim.hardware.SelectedData;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/**
 * One request on its way. Without queues it is three events: it arrives at the server's card, takes
 * effect in memory, and its answer arrives at the client.
 *
 * <pre>
 *  launch ─▶ ARRIVE ─▶ (SERVE) ─▶ EFFECT, or a PART for each share of its lines ─▶ RETURN ─▶ (COMPLETE)
 * </pre>
 *
 * A message between threads of one host goes past the cards where the profile has it so: launch,
 * LOCAL, COMPLETE. Requests of a channel keep their order at each step. One whose channel or host
 * has gone is dropped at its next step.
 */
final class Flight extends SimRequest {
    private static final int ARRIVE = 0;
    private static final int SERVE = 1;
    private static final int EFFECT = 2;
    private static final int RETURN = 3;
    private static final int COMPLETE = 4;
    private static final int SURFACE = 5;
    private static final int LOCAL = 6;
    private static final int PART = 16;

    /** Parts of a torn transfer. Chosen: a page of 1 KiB tears in pieces of about two lines. */
    private static final int MOST_PARTS = 8;

    /** Where the card fetches the data that goes out from, if it is a selection. */
    @Nullable SelectedData selected;

    int selectedNumber;

    private final FreeList<Flight> home;
    private @Nullable SimChannel channel;
    private @Nullable Poster poster;
    private @Nullable Kind error;
    private long result;
    private boolean isLocal;
    private @Nullable SimThread launcher;
    private long launchedAt;
    private boolean changedNothing;

    Flight(SimCluster cluster, FreeList<Flight> home) {
        super(cluster);
        this.home = home;
    }

    /** Sends the request off. */
    void launch(SimChannel over, Poster from) {
        channel = over;
        poster = from;
        result = 0;
        parts = 1;
        whole = false;
        isLocal = verb == Verb.SEND && over.isShortCut();
        changedNothing = false;
        if (verb.isAtomic()) {
            launcher = cluster.caller().simulated();
            launchedAt = cluster.caller().time();
        }
        over.setOut();
        cluster.trace().verb(Trace.Stage.POSTED, verb, over.number(), request, address, length, 0);
        if (over.isBreaking()) {
            recycle();
            return;
        }
        MemorySegment data = local;
        if (data != null && cluster.injector().breaksChannels() && verb != Verb.READ) {
            keep(data, localOffset);
        }
        if (isLocal) {
            long at = Math.max(cluster.caller().time() + over.localDelay(), over.lastArrival());
            over.lastArrival(at);
            over.lastEffect(at);
            cluster.kernel().schedule(at, this, LOCAL);
        } else {
            leave(over);
        }
    }

    private void leave(SimChannel over) {
        SelectedData data = selected;
        Nic nic = over.client().nic();
        long leaves =
                data == null
                        ? nic.request(cluster.caller().time(), verb, bytesOut(), over.clientPair())
                        : nic.request(
                                cluster.caller().time(),
                                verb,
                                bytesOut(),
                                over.clientPair(),
                                data,
                                selectedNumber);
        selected = null;
        long arrives =
                cluster.network()
                        .arrival(
                                over.client().index(),
                                over.server().index(),
                                leaves,
                                over.lastArrival());
        if (arrives == Network.LOST) {
            over.breakAt(leaves + cluster.network().patience());
            recycle();
            return;
        }
        over.lastArrival(arrives);
        cluster.kernel().schedule(arrives, this, ARRIVE);
    }

    @Override
    protected void fire(int argument) {
        SimChannel over = channel();
        switch (argument) {
            case ARRIVE -> arrive(over);
            case SERVE -> serve(over);
            case EFFECT -> effect();
            case RETURN -> returned(over);
            case COMPLETE -> complete(over);
            case SURFACE -> surface(over);
            case LOCAL -> handOver(over);
            default -> part(over, argument - PART);
        }
    }

    SimChannel channel() {
        SimChannel over = channel;
        if (over == null) {
            throw new AssertionError("a request without a channel");
        }
        return over;
    }

    @Override
    void recycle() {
        dropData();
        channel().ended();
        channel = null;
        poster = null;
        error = null;
        selected = null;
        launcher = null;
        home.give(this);
    }

    @Override
    void effect() {
        SimChannel over = channel();
        SimConnection connection = over.connection();
        if (!over.server().isAlive() || !connection.isOpen() || dataIsGone(over.isOpen())) {
            recycle();
            return;
        }
        if (!connection.admits(this)) {
            return;
        }
        SimRegion region = verb == Verb.SEND ? null : connection.region(Address.region(address));
        if (verb != Verb.SEND && (region == null || region.handle().key() != key)) {
            refuse(over, Kind.BAD_KEY);
            return;
        }
        if (region != null && Address.offset(address) > region.handle().size() - length) {
            refuse(over, Kind.OUT_OF_BOUNDS);
            return;
        }
        carryOut(over, region);
    }

    private void arrive(SimChannel over) {
        if (!over.server().onServe()) {
            recycle();
            return;
        }
        long received = over.server().nic().receive(cluster.kernel().now(), bytesOut());
        if (received > cluster.kernel().now()) {
            cluster.kernel().schedule(received, this, SERVE);
        } else {
            serve(over);
        }
    }

    private void handOver(SimChannel over) {
        if (over.server().onServe()) {
            effect();
        } else {
            recycle();
        }
    }

    private void serve(SimChannel over) {
        SimConnection connection = over.connection();
        if (!connection.isOpen()) {
            recycle();
            return;
        }
        TcpService service = connection.service();
        if (service != null) {
            service.add(this);
            return;
        }
        long ready = over.server().nic().serve(cluster.kernel().now(), verb, over.serverPair());
        scheduleEffect(over, atMemory(over, ready));
    }

    /** When the request has passed the bus, or the station that stands for it. */
    private long atMemory(SimChannel over, long ready) {
        Nic nic = over.server().nic();
        SimRegion region =
                verb == Verb.SEND ? null : over.connection().region(Address.region(address));
        boolean onChip = region != null && region.handle().placement() == Placement.DEVICE;
        if (verb.isAtomic()) {
            return onChip ? nic.atomicOnChip(ready, address) : nic.atomicOnHost(ready, address);
        }
        if (onChip) {
            return verb == Verb.READ ? ready : nic.writeOnChip(ready, address, length);
        }
        if (verb == Verb.READ) {
            return nic.dma().read(ready, address, length, true);
        }
        return nic.writeOnHost(ready, address, length);
    }

    private void scheduleEffect(SimChannel over, long ready) {
        FaultInjector injector = cluster.injector();
        long at = over.effectTime(ready, this);
        long spread = injector.isQuiet() || over.isHeldBack(at) ? 0 : spread(injector);
        if (spread == 0) {
            over.lastEffect(at);
            cluster.kernel().schedule(at, this, EFFECT);
            return;
        }
        lot = injector.draw();
        parts = 2 + (int) ((lot >>> 8) % (MOST_PARTS - 1));
        for (int part = 0; part < parts; part++) {
            cluster.kernel().schedule(at + spread * part / (parts - 1), this, PART + part);
        }
        over.lastEffect(at + spread);
    }

    private long spread(FaultInjector injector) {
        boolean hasLines = verb == Verb.READ || verb == Verb.WRITE || verb == Verb.WRITE_IMMEDIATE;
        return hasLines && local != null && length > cluster.capabilities().readAtomicity()
                ? injector.spread(verb == Verb.READ)
                : 0;
    }

    /** Moves one share of the lines; the last share is the effect. */
    private void part(SimChannel over, int part) {
        if (part == parts - 1) {
            effect();
            return;
        }
        SimConnection connection = over.connection();
        // No request passes a message that waits for room; its data then moves as a whole at the
        // end.
        whole |= connection.isStalled();
        if (!over.server().isAlive()
                || !connection.isOpen()
                || dataIsGone(over.isOpen())
                || whole) {
            return;
        }
        SimRegion region = connection.region(Address.region(address));
        if (region != null
                && region.handle().key() == key
                && Address.offset(address) <= region.handle().size() - length) {
            moveLines(over.isOpen(), region, part);
        }
    }

    private void carryOut(SimChannel over, @Nullable SimRegion region) {
        if (region == null) {
            over.connection().deliver(source(), sourceOffset(), length);
        } else if (verb.isAtomic()) {
            result = apply(region);
            changedNothing = result == region.word(address);
            if (region.handle().placement() == Placement.HOST && !changedNothing) {
                over.server().nic().writeBack(address);
            }
        } else if (hides(over)) {
            return;
        } else {
            move(over.isOpen(), region);
        }
        cluster.trace()
                .verb(Trace.Stage.EFFECTIVE, verb, over.number(), request, address, length, result);
        respond(over);
        if (verb == Verb.WRITE_IMMEDIATE) {
            // After the answer is on its way: a waiting server may run within this call.
            over.connection().immediate((int) operand);
        }
    }

    /**
     * Completes a WRITE now but makes it visible later, where the fault DELAYED_VISIBILITY applies.
     */
    private boolean hides(SimChannel over) {
        long hidden = verb == Verb.READ || parts > 1 ? 0 : cluster.injector().staysHidden();
        if (hidden == 0 || verb == Verb.WRITE_IMMEDIATE) {
            return false;
        }
        cluster.trace().fault("delayed-visibility", over.number(), hidden);
        Flight later = over.owner().newFlight();
        later.copyOf(this);
        long surfaces = cluster.kernel().now() + hidden;
        over.lastEffect(surfaces);
        cluster.kernel().schedule(surfaces, later, SURFACE);
        respond(over);
        return true;
    }

    private void copyOf(Flight other) {
        SimChannel over = other.channel();
        over.setOut();
        channel = over;
        verb = other.verb;
        address = other.address;
        key = other.key;
        length = other.length;
        local = other.local;
        operand = other.operand;
        parts = 1;
        whole = false;
        if (local != null) {
            keep(other.source(), other.sourceOffset());
        }
    }

    private void surface(SimChannel over) {
        SimRegion region = over.connection().region(Address.region(address));
        if (region != null && over.server().isAlive()) {
            move(over.isOpen(), region);
        }
        recycle();
    }

    private void refuse(SimChannel over, Kind kind) {
        error = kind;
        over.connection().breakUp(verb + " refused: " + kind);
        respond(over);
    }

    private void respond(SimChannel over) {
        if (over.isBreaking()) {
            recycle();
            return;
        }
        if (verb.isAtomic() && cluster.injector().losesCompletion()) {
            cluster.trace().fault("lost-completion", over.number(), address);
            over.breakAt(cluster.kernel().now() + cluster.network().latency());
            recycle();
            return;
        }
        long now = cluster.kernel().now();
        if (isLocal) {
            over.lastReturn(Math.max(now, over.lastReturn()));
            cluster.kernel().schedule(over.lastReturn(), this, COMPLETE);
            return;
        }
        Nic nic = over.server().nic();
        long leaves = verb == Verb.READ ? nic.stream(now, length) : nic.send(now, bytesBack());
        long arrives =
                cluster.network()
                        .arrival(
                                over.server().index(),
                                over.client().index(),
                                leaves,
                                over.lastReturn());
        if (arrives == Network.LOST) {
            over.breakAt(leaves + cluster.network().patience());
            recycle();
            return;
        }
        over.lastReturn(arrives);
        cluster.kernel().schedule(arrives + over.returnDelay(), this, RETURN);
    }

    private void returned(SimChannel over) {
        long received = over.client().nic().receive(cluster.kernel().now(), bytesBack());
        if (received > cluster.kernel().now()) {
            cluster.kernel().schedule(received, this, COMPLETE);
        } else {
            complete(over);
        }
    }

    private void complete(SimChannel over) {
        Poster from = poster;
        Kind kind = error;
        Trace.Stage stage = kind == null ? Trace.Stage.COMPLETED : Trace.Stage.FAILED;
        cluster.trace().verb(stage, verb, over.number(), request, address, length, result);
        SimThread thread = launcher;
        if (changedNothing && thread != null) {
            thread.triedInVain(cluster.kernel().now() - launchedAt);
        }
        int number = request;
        long found = result;
        if (over.isOpen() && kind != null) {
            over.refused(kind, this);
        }
        recycle();
        if (over.isOpen() && from != null && kind == null) {
            from.completed(number, found);
        }
        over.news();
    }
}
