package dev.mangrove.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.ChunkOwner;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.BytesKind;
import dev.mangrove.index.wire.Header;
import dev.mangrove.index.wire.HelloRequest;
import dev.mangrove.index.wire.MeganodeKind;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Role;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Peers that violate the protocol affect neither the server nor its other clients. */
@OnEveryFabric
final class HostileTest {
    private static final long SEED = 20261115;
    private static final long KEYS = 200;
    private static final int SMALL_PAGE = 512;

    @RegisterExtension final Pools pools;

    private final Fabric fabric;
    private MemoryServer server;
    private Endpoint endpoint;
    private Channel channel;
    private MemorySegment message;

    HostileTest(String scheme) {
        pools = new Pools(scheme);
        fabric = Fabric.open(scheme, Host.system());
    }

    @BeforeEach
    void connect() {
        server = pools.start(options -> options.withStallLimit(Duration.ofMillis(500)));
        endpoint =
                fabric.endpoint(
                        EndpointOptions.DEFAULT
                                .withSecret(Pools.SECRET)
                                .withTimeout(Duration.ofSeconds(10)));
        channel = endpoint.connect(pools.uri(server));
        message = endpoint.allocate(channel.capabilities().largestMessage());
    }

    @AfterEach
    void serverIsUnharmed() {
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            session.allocateChunk(0, ChunkOwner.CLIENT);
        }
        fabric.close();
    }

    @Test
    void shouldCloseAConnectionWhoseMessageIsTooShortForAHeader() {
        send(Header.BYTES - 1);
        assertClosed();
    }

    @Test
    void shouldRefuseAnythingBeforeHello() {
        assertThat(ask(MessageKind.MEMBERS, 0)).isEqualTo(Status.DENIED);
        assertThat(ask(MessageKind.ALLOCATE_CHUNK, 8)).isEqualTo(Status.DENIED);
        hello();
        assertThat(ask(MessageKind.MEMBERS, 0)).isEqualTo(Status.OK);
    }

    @Test
    void shouldRefuseASecondHelloAndARoleThatIsNone() {
        HelloRequest.write(message, Header.BYTES, Role.CONTROL, 0, 1);
        message.set(ValueLayout.JAVA_INT_UNALIGNED, Header.BYTES, 99);
        assertThat(ask(MessageKind.HELLO, HelloRequest.BYTES)).isEqualTo(Status.MALFORMED);
        hello();
        HelloRequest.write(message, Header.BYTES, Role.SESSION, 0, 2);
        assertThat(ask(MessageKind.HELLO, HelloRequest.BYTES)).isEqualTo(Status.DENIED);
    }

    @Test
    void shouldRefuseAnotherFormatAndUnknownKinds() {
        hello();
        Header.write(message, 0, MessageKind.ECHO, (byte) 0, Status.OK, 5);
        message.set(ValueLayout.JAVA_BYTE, 2, (byte) (Header.VERSION + 1));
        send(Header.BYTES);
        assertThat(answer()).isEqualTo(Status.UNSUPPORTED);
        for (int kind : new int[] {0, 63, 128, 255, 256, 40_000, 65_535}) {
            assertThat(ask(kind, 0)).as("kind %d", kind).isEqualTo(Status.UNSUPPORTED);
        }
    }

    @Test
    void shouldRefuseMembersThatAreNone() {
        hello();
        assertThat(ask(MessageKind.JOIN, 0)).isEqualTo(Status.DENIED);
        assertThat(ask(MessageKind.ANNOUNCE, 0)).isEqualTo(Status.DENIED);
    }

    @Test
    void shouldRefuseSizesThatNoTreeHas() {
        hello();
        for (long fanout : new long[] {Long.MIN_VALUE, -1, 0, 1, 1 << 30, 1L << 32 | 10}) {
            assertThat(open(1024, fanout)).as("fanout %d", fanout).isEqualTo(Status.INVALID);
        }
        for (long pageSize : new long[] {-64, 0, 63, 1 << 20, 1L << 32 | 1024}) {
            assertThat(open(pageSize, 4)).as("page %d", pageSize).isEqualTo(Status.INVALID);
        }
    }

    private Status open(long pageSize, long fanout) {
        long[] words = {TreeKind.tree(1, 0), pageSize, fanout, 0};
        for (int i = 0; i < words.length; i++) {
            Words.put(message, Header.BYTES, i, words[i]);
        }
        return ask(TreeKind.OPEN_TREE, Words.bytes(words.length));
    }

    /** Pointers of requests on meganodes that lead to no page of the index, or to a wrong one. */
    @Test
    void shouldRefuseWildPointersInRequestsOnMeganodes() {
        hello();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session();
                OrderedIndex index = meganodes(mangrove, "attacked");
                OrderedIndex other = meganodes(mangrove, "other")) {
            long tree = TreeKind.tree(session.catalogue().open("attacked").id(), 0);
            long root = rootOf(session, "attacked");
            long foreign = rootOf(session, "other");
            long outside = PagePointer.of(Address.of(regionOf(0), PagePointer.REACH - 64), 1);
            long elsewhere = PagePointer.of(Address.of(regionOf(9), 8 << 20), 1);
            long free = root ^ 1; // Another generation.
            for (long wild : new long[] {foreign, outside, elsewhere, free, 0, -1, 1}) {
                attack(tree, root, wild);
            }
            for (long wild : new long[] {foreign, outside}) {
                assertThat(ask(MeganodeKind.POST, tree, root, 1, 3, wild))
                        .isEqualTo(Status.INVALID);
                assertThat(ask(MeganodeKind.CORRECT, tree, root, 0, 1, 3, wild, wild))
                        .isEqualTo(Status.INVALID);
                assertThat(ask(MeganodeKind.REPLACE, tree, wild, 0)).isEqualTo(Status.INVALID);
            }
            assertThat(ask(MeganodeKind.CORRECT, tree, root, 2, 1, 3, root, root))
                    .as("removes a page that is there")
                    .isEqualTo(Status.INVALID);
            for (long key = 0; key < KEYS; key++) {
                assertThat(index.get(key)).hasValue(~key);
                assertThat(other.get(key)).hasValue(~key);
            }
            index.verify().orThrow();
            other.verify().orThrow();
        }
    }

    /** Each request, with a wild pointer in each place; each is answered. */
    private void attack(long tree, long root, long wild) {
        long put = 1;
        long[][] requests = {
            {MeganodeKind.FIND, tree, wild, wild, 3},
            {MeganodeKind.FIND, tree, root, wild, 3},
            {MeganodeKind.FIND_ALL, tree, wild, 3},
            {MeganodeKind.CHANGE, tree, wild, wild, put, 3, ~3, ~3, 1},
            {MeganodeKind.CHANGE, tree, root, wild, put, 3, ~3, ~3, 1},
            {MeganodeKind.RANGE, tree, wild, 0, 9, 9, 0, 0},
            {MeganodeKind.APPLY_ALL, tree, wild, TreeKind.GET_OPERATION, 3, 0, 0},
            {MeganodeKind.EXTEND_AT, tree, wild, KEYS, wild, wild, wild},
            {MeganodeKind.MOVE, tree, MeganodeKind.DISCARD, wild},
            {MeganodeKind.MOVE, tree, MeganodeKind.FORWARD, wild, root, 0},
            {MeganodeKind.MOVE, tree, MeganodeKind.FORWARD, root, wild, 0},
            {MeganodeKind.MOVE, tree, MeganodeKind.CANCEL, wild, wild},
            {MeganodeKind.MOVE, tree, MeganodeKind.CANCEL, root, wild},
            {MeganodeKind.MOVE, tree, MeganodeKind.COMPLETE, wild},
            {MeganodeKind.MOVE, tree, MeganodeKind.FORGET, wild},
            {MeganodeKind.MOVE, tree, wild, wild},
            {MeganodeKind.CORRECT, tree, wild, MeganodeKind.RELINK, 0, 3, wild, root},
            {MeganodeKind.CORRECT, tree, wild, MeganodeKind.WITHDRAW, 0, 3, wild, wild},
            {MeganodeKind.CORRECT, tree, wild, MeganodeKind.COVER, 1, 3, wild, wild},
            {MeganodeKind.CORRECT, tree, root, MeganodeKind.COVER, 1, 3, wild, wild},
            {MeganodeKind.CORRECT, tree, root, MeganodeKind.COVER, 0, 3, wild, wild},
        };
        for (long[] request : requests) {
            long[] words = Arrays.copyOfRange(request, 1, request.length);
            assertThat(ask((int) request[0], words))
                    .as("kind %d, pointer %x", request[0], wild)
                    .isNotNull();
        }
    }

    private static OrderedIndex meganodes(Mangrove mangrove, String name) {
        OrderedOptions options =
                OrderedOptions.of(Design.CELL).withPageSize(SMALL_PAGE).withFanout(4);
        OrderedIndex index = mangrove.createOrdered(name, options);
        for (long key = 0; key < KEYS; key++) {
            index.put(key, ~key);
        }
        return index;
    }

    @Test
    void shouldRefuseToHoldExtentsAtAPlaceThatIsNamedTwice() {
        try (Mangrove mangrove = pools.connect(server);
                BytesIndex index = mangrove.createBytes("held");
                Session session = ClientAccess.of(mangrove).session()) {
            long tree = TreeKind.tree(session.catalogue().open("held").id(), 0);
            assertThat(index.put(new byte[] {1}, new byte[] {2})).isTrue();
            assertThat(hold(session, tree, 3, 4)).isEqualTo(Status.OK);
            assertThat(hold(session, tree, 3, 3)).isEqualTo(Status.MALFORMED);
            assertThat(hold(session, tree, 3, 1L << 32 | 3)).isEqualTo(Status.MALFORMED);
            assertThat(hold(session, tree, -1, 3)).isEqualTo(Status.MALFORMED);
            assertThat(index.get(new byte[] {1})).contains(new byte[] {2});
            assertThat(index.verify().faults()).isEmpty();
        }
    }

    private static Status hold(Session session, long tree, long... places) {
        Call call = session.link(0).admin();
        int bytes = Words.write(call.request(), Call.PAYLOAD, tree, 64, places.length);
        bytes += Words.write(call.request(), Call.PAYLOAD + bytes, places);
        try {
            call.execute(BytesKind.HOLD, bytes);
            return Status.OK;
        } catch (RequestRefusedException e) {
            return e.status();
        }
    }

    private static int regionOf(int server) {
        return AddressSpace.regionId(server, AddressSpace.CHUNK_REGION);
    }

    /** The root of a tree, as its server tells any client that opens it. */
    private static long rootOf(Session session, String name) {
        Call call = session.link(0).admin();
        long tree = TreeKind.tree(session.catalogue().open(name).id(), 0);
        int bytes = Words.write(call.request(), Call.PAYLOAD, tree, SMALL_PAGE, 4, 2, 1, 0, 0);
        call.execute(MeganodeKind.OPEN, bytes);
        return Words.get(call.answer(), 0, 0);
    }

    private Status ask(int kind, long... words) {
        for (int i = 0; i < words.length; i++) {
            Words.put(message, Header.BYTES, i, words[i]);
        }
        return ask(kind, Words.bytes(words.length));
    }

    @Test
    void shouldSurviveRandomRequests() {
        hello();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
        for (int i = 0; i < 3000; i++) {
            int length = random.nextInt(10) == 0 ? random.nextInt(4000) : random.nextInt(80);
            byte[] payload = new byte[length];
            random.nextBytes(payload);
            if (random.nextBoolean()) { // Small numbers pass more checks.
                for (int j = 0; j < length; j++) {
                    payload[j] = (byte) random.nextInt(3);
                }
            }
            MemorySegment.copy(payload, 0, message, ValueLayout.JAVA_BYTE, Header.BYTES, length);
            int kind = 1 + random.nextInt(TreeKind.LAST);
            assertThat(ask(kind, length)).as("message %d of seed %d", i, SEED).isNotNull();
        }
    }

    @Test
    void shouldCloseAConnectionThatAsksAndNeverListens() {
        hello();
        int length = channel.capabilities().largestMessage() - Header.BYTES;
        assertThatThrownBy(
                        () -> {
                            for (int i = 1; i < 10_000; i++) {
                                Header.write(message, 0, MessageKind.ECHO, (byte) 0, Status.OK, i);
                                send(Header.BYTES + length);
                            }
                        })
                .isInstanceOf(FabricException.class);
        assertClosed();
    }

    private void hello() {
        HelloRequest.write(message, Header.BYTES, Role.SESSION, 0, 77);
        assertThat(ask(MessageKind.HELLO, HelloRequest.BYTES)).isEqualTo(Status.OK);
    }

    /** Sends the message and returns the status of the answer's last part. */
    private Status ask(int kind, int length) {
        Header.write(message, 0, kind, (byte) 0, Status.OK, 4711);
        send(Header.BYTES + length);
        return answer();
    }

    private void send(int length) {
        Batch batch = channel.batch(1);
        batch.send(message, 0, length);
        batch.execute();
    }

    private Status answer() {
        Status[] said = {null};
        long deadline = System.nanoTime() + Pools.PATIENCE.toNanos();
        while (said[0] == null && System.nanoTime() - deadline < 0) {
            endpoint.awaitMessage(100_000_000);
            endpoint.receive(
                    (from, memory, offset, length) -> {
                        if ((Header.flags(memory, offset) & Header.MORE) == 0) {
                            said[0] = Status.of(Header.status(memory, offset));
                        }
                    });
        }
        return said[0];
    }

    private void assertClosed() {
        assertThatThrownBy(
                        () ->
                                pools.until(
                                        () -> {
                                            endpoint.receive((from, memory, offset, length) -> {});
                                            channel.checkOpen();
                                            return false;
                                        }))
                .isInstanceOf(FabricException.class);
    }
}
