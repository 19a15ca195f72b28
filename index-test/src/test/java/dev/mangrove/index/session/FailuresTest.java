package dev.mangrove.index.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.AccessRefusedException;
import dev.mangrove.DamagedIndexException;
import dev.mangrove.IndexExistsException;
import dev.mangrove.IndexNotFoundException;
import dev.mangrove.LimitReachedException;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.OutcomeUnknownException;
import dev.mangrove.ServerFaultException;
import dev.mangrove.ServerLostException;
import dev.mangrove.ServerTimeoutException;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.index.wire.MalformedException;
import dev.mangrove.index.wire.Status;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FailuresTest {
    private static final String TEXT = "server 3 (s3): the reason";

    private final Failures open = Failures.ofClient(() -> false);
    private final Failures closed = Failures.ofClient(() -> true);

    @ParameterizedTest
    @EnumSource
    void shouldTranslateEachFailureOfAFabric(Kind kind) {
        FabricException failure = new FabricException(kind, TEXT);
        assertThat(open.translate(failure))
                .isExactlyInstanceOf(expected(kind))
                .hasMessage(TEXT)
                .hasCause(failure);
    }

    @ParameterizedTest
    @EnumSource
    void shouldTranslateEachRefusalOfAServer(Status status) {
        RequestRefusedException failure = new RequestRefusedException(status, TEXT);
        assertThat(open.translate(failure))
                .isExactlyInstanceOf(expected(status))
                .hasMessageStartingWith(TEXT)
                .hasCause(failure);
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveTheOutcomeOfAChangeOpenOnlyWhenItMayHaveHappened(Kind kind) {
        RuntimeException translated = open.translate(new FabricException(kind, TEXT), "put");
        boolean mayHaveHappened =
                switch (kind) {
                    case PEER_LOST, CLOSED, BAD_KEY, TIMEOUT, REFUSED -> true;
                    case OUT_OF_BOUNDS, MISALIGNED, UNSUPPORTED -> true;
                    case CORRUPT, OUT_OF_MEMORY, TOO_LARGE -> false;
                };
        if (mayHaveHappened) {
            assertThat(translated)
                    .isExactlyInstanceOf(OutcomeUnknownException.class)
                    .hasMessageStartingWith("put ")
                    .hasMessageContaining(TEXT);
            assertThat(translated.getCause()).isExactlyInstanceOf(expected(kind));
        } else {
            assertThat(translated).isExactlyInstanceOf(expected(kind));
        }
    }

    @Test
    void shouldNotLeaveTheOutcomeOpenWhenTheServerRefusedTheChange() {
        assertThat(open.translate(new RequestRefusedException(Status.OUT_OF_MEMORY, TEXT), "put"))
                .isExactlyInstanceOf(MemoryExhaustedException.class);
        assertThat(open.translate(new RequestRefusedException(Status.INTERNAL, TEXT), "put"))
                .as("a server fault may come after the change")
                .isExactlyInstanceOf(OutcomeUnknownException.class);
    }

    @Test
    void shouldPassOnMistakesOfTheCaller() {
        IllegalArgumentException mistake = new IllegalArgumentException("limit=-1");
        assertThat(open.translate(mistake)).isSameAs(mistake);
        assertThat(open.translate(mistake, "put")).isSameAs(mistake);
    }

    @Test
    void shouldBlameTheServerForAMessageThatCannotBeRead() {
        assertThat(open.translate(new MalformedException("no such role")))
                .isExactlyInstanceOf(ServerFaultException.class);
    }

    @Test
    void shouldSayThatTheClientWasClosedWhenItWasClosedInUse() {
        FabricException ofClosing = new FabricException(Kind.CLOSED, "channel is closed");
        IllegalStateException unmapped = new IllegalStateException("Already closed");
        for (RuntimeException failure : new RuntimeException[] {ofClosing, unmapped}) {
            assertThat(closed.translate(failure, "put"))
                    .isExactlyInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed while it was in use")
                    .hasCause(failure);
        }
        assertThat(closed.translate(new FabricException(Kind.PEER_LOST, TEXT)))
                .as("a loss that comes before the close")
                .isExactlyInstanceOf(ServerLostException.class);
    }

    @Test
    void shouldNameTheIndexWhenAViewFindsItDropped() {
        try (SimPool pool = new SimPool(1);
                Session session = pool.connect().session()) {
            Failures ofView = Failures.ofView("trips", session);
            assertThat(ofView.translate(new RequestRefusedException(Status.NOT_FOUND, "id 9")))
                    .isExactlyInstanceOf(IndexNotFoundException.class)
                    .hasMessageContaining("index trips has been dropped");
        }
    }

    private static Class<?> expected(Kind kind) {
        return switch (kind) {
            case PEER_LOST, CLOSED, BAD_KEY -> ServerLostException.class;
            case TIMEOUT -> ServerTimeoutException.class;
            case REFUSED -> AccessRefusedException.class;
            case CORRUPT -> DamagedIndexException.class;
            case OUT_OF_MEMORY -> MemoryExhaustedException.class;
            case TOO_LARGE -> LimitReachedException.class;
            case OUT_OF_BOUNDS, MISALIGNED, UNSUPPORTED -> ServerFaultException.class;
        };
    }

    private static Class<?> expected(Status status) {
        return switch (status) {
            case NOT_FOUND -> IndexNotFoundException.class;
            case EXISTS -> IndexExistsException.class;
            case OUT_OF_MEMORY -> MemoryExhaustedException.class;
            case LIMIT -> LimitReachedException.class;
            case DENIED -> AccessRefusedException.class;
            case INVALID -> IllegalArgumentException.class;
            case DAMAGED -> DamagedIndexException.class;
            case OK, MALFORMED, UNSUPPORTED, INTERNAL -> ServerFaultException.class;
        };
    }
}
