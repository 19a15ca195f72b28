package dev.mangrove.index.session;

import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.wire.Header;
import dev.mangrove.index.wire.Heartbeat;
import dev.mangrove.index.wire.HelloAnswer;
import dev.mangrove.index.wire.HelloRequest;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Role;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.WireWriter;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * A server whose answers a test decides. By default it answers HELLO, MEMBERS and ECHO, sends a
 * heartbeat every 10 ms, and leaves other requests unanswered.
 */
final class ScriptedServer implements AutoCloseable {
    static final long BEAT_NANOS = 10_000_000;

    private static final long REGION_BYTES = 4096;

    private final Host host;
    private final int number;
    private final Fabric fabric;
    private final Target target;
    private final Region region;
    private final Map<Integer, Consumer<Request>> scripts = new ConcurrentHashMap<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private final List<Connection> controls = new CopyOnWriteArrayList<>();
    private volatile List<Member> members = List.of();
    private volatile long instance;
    private volatile int epoch = 1;
    private volatile long drops;
    private volatile boolean beats = true;
    private volatile boolean closed;

    ScriptedServer(Host host, URI uri, int number, long instance) {
        this.host = host;
        this.number = number;
        this.instance = instance;
        fabric = Fabric.open(uri.getScheme(), host);
        target = fabric.listen(TargetOptions.at(uri));
        region = target.allocate(1 + number, REGION_BYTES, Placement.HOST);
        scripts.put(MessageKind.HELLO, this::hello);
        scripts.put(MessageKind.MEMBERS, request -> request.answer(memberList()));
        scripts.put(MessageKind.ECHO, request -> request.answer(request.payload));
        host.start("scripted-server", this::run);
        host.start("scripted-beats", this::beat);
    }

    /** Its entry in a member list, with its own URI. */
    Member member() {
        return memberAt(List.of(target.uri()));
    }

    Member memberAt(List<URI> uris) {
        return new Member(number, instance, "s" + number, true, uris, List.of(region.handle()));
    }

    Host host() {
        return host;
    }

    URI uri() {
        return target.uri();
    }

    /** Sets the members that it lists from now on, under an epoch. */
    void lists(int newEpoch, List<Member> listed) {
        members = List.copyOf(listed);
        epoch = newEpoch;
    }

    /** Sets the action on requests of a kind. */
    void on(int kind, Consumer<Request> script) {
        scripts.put(kind, script);
    }

    void sendsHeartbeats(boolean yes) {
        beats = yes;
    }

    /** Sets the count of dropped indexes in its heartbeats. */
    void drops(long count) {
        drops = count;
    }

    /** Continues as another run of the server. */
    void instance(long other) {
        instance = other;
    }

    List<Request> requests(int kind) {
        return requests.stream().filter(request -> request.kind == kind).toList();
    }

    void closeConnections() {
        connections.forEach(Connection::close);
    }

    @Override
    public void close() {
        closed = true;
        target.close();
        fabric.close();
    }

    private byte[] memberList() {
        WireWriter out = new WireWriter();
        new MemberList(epoch, members).write(out);
        return out.toBytes();
    }

    /** Answers HELLO. */
    void hello(Request request) {
        MemorySegment payload = MemorySegment.ofArray(request.payload);
        if (HelloRequest.role(payload, 0) == Role.CONTROL) {
            controls.add(request.from);
        }
        byte[] answer = new byte[HelloAnswer.BYTES];
        HelloAnswer.write(MemorySegment.ofArray(answer), 0, number, epoch, instance, BEAT_NANOS);
        request.answer(answer);
    }

    private void run() {
        Inbox inbox = target.inbox(0);
        try {
            while (!closed) {
                inbox.await(Waiting.BLOCK, BEAT_NANOS);
                inbox.poll(new Receiver(), Header.WINDOW);
            }
        } catch (FabricException e) {
            if (e.kind() != FabricException.Kind.CLOSED) {
                throw e;
            }
        }
    }

    private void beat() {
        byte[] payload = new byte[Heartbeat.BYTES];
        MemorySegment memory = MemorySegment.ofArray(payload);
        for (long sequence = 1; !closed; sequence++) {
            host.sleep(BEAT_NANOS);
            Heartbeat.writeOrigin(memory, 0, number, epoch, sequence);
            Heartbeat.writeDrops(memory, 0, drops);
            for (Connection control : controls) {
                if (beats && control.isOpen()) {
                    post(control, MessageKind.HEARTBEAT, 0, Status.OK, Header.UNASKED, payload);
                }
            }
        }
    }

    private static void post(
            Connection to, int kind, int flags, Status status, long id, byte[] payload) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment message = arena.allocate(Header.BYTES + (long) payload.length);
            Header.write(message, 0, kind, (byte) flags, status, id);
            MemorySegment.copy(
                    payload, 0, message, ValueLayout.JAVA_BYTE, Header.BYTES, payload.length);
            if (!to.trySend(message, 0, (int) message.byteSize())) {
                throw new IllegalStateException("the client of the test takes no messages");
            }
        }
    }

    /** A request, which can be answered at any later time. */
    static final class Request {
        private final Connection from;
        private final int kind;
        private final long id;
        private final byte[] payload;

        Request(Connection from, int kind, long id, byte[] payload) {
            this.from = from;
            this.kind = kind;
            this.id = id;
            this.payload = payload;
        }

        byte[] payload() {
            return payload;
        }

        void answer(byte[] bytes) {
            post(from, kind, 0, Status.OK, id, bytes);
        }

        /** Sends a part of the answer that is not the last. */
        void part(byte[] bytes) {
            post(from, kind, Header.MORE, Status.OK, id, bytes);
        }

        void refuse(Status status, String text) {
            post(from, kind, 0, status, id, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private final class Receiver implements Inbox.Handler {
        @Override
        public void onOpened(Connection connection) {
            connections.add(connection);
        }

        @Override
        public void onMessage(Connection from, MemorySegment memory, long offset, int length) {
            byte[] payload =
                    memory.asSlice(offset + Header.BYTES, length - Header.BYTES)
                            .toArray(ValueLayout.JAVA_BYTE);
            Request request =
                    new Request(
                            from,
                            Header.kind(memory, offset),
                            Header.request(memory, offset),
                            payload);
            requests.add(request);
            scripts.getOrDefault(request.kind, unanswered -> {}).accept(request);
        }

        @Override
        public void onImmediate(Connection from, int immediate) {
            throw new IllegalStateException("no client of these tests sends immediates");
        }

        @Override
        public void onClosed(Connection connection, String reason) {
            connections.remove(connection);
            controls.remove(connection);
        }
    }
}
