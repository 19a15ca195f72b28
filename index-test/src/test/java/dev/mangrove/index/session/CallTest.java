package dev.mangrove.index.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.session.ScriptedServer.Request;
import dev.mangrove.index.wire.Header;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Role;
import dev.mangrove.index.wire.Status;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

final class CallTest {
    private static final int KIND = MessageKind.ECHO;

    private final SimPool pool = new SimPool(1);
    private final Exchange exchange = pool.exchange();
    private final List<Request> waiting = new ArrayList<>();
    private Link link;

    @BeforeEach
    void connect() {
        link = exchange.connect(pool.server(0).uri(), Role.SESSION, UnaskedHandler.NONE);
    }

    @AfterEach
    void close() {
        exchange.close();
        pool.close();
    }

    @Test
    void shouldGiveEachOf64CallsItsOwnAnswerWhenTheServerAnswersInReverseOrder() {
        collectRequests();
        List<Call> calls = new ArrayList<>();
        calls.add(link.admin());
        while (calls.size() < Header.WINDOW) {
            calls.add(link.call(8));
        }
        for (int i = 0; i < calls.size(); i++) {
            send(calls.get(i), (byte) i);
        }
        assertThat(pool.comesTrue(() -> waiting.size() == calls.size())).isTrue();
        waiting.reversed().forEach(request -> request.answer(request.payload()));
        for (int i = 0; i < calls.size(); i++) {
            calls.get(i).await();
            assertThat(answer(calls.get(i))).containsExactly(i);
        }
    }

    @Test
    void shouldRefuseThe65thCallUntilOneIsClosed() {
        Call last = link.admin();
        for (int i = 1; i < Header.WINDOW; i++) {
            last = link.call(8);
        }
        assertThatThrownBy(() -> link.call(8))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("64");
        last.close();
        Call next = link.call(8);
        send(next, (byte) 1);
        next.await();
        assertThat(answer(next)).containsExactly(1);
    }

    @Test
    void shouldRefuseARequestLongerThanAMessage() {
        int largest = link.channel().capabilities().largestMessage() - Header.BYTES;
        assertThatThrownBy(() -> link.call(largest + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("capacity=" + (largest + 1));
    }

    @Test
    void shouldIgnoreTheLateAnswerToAClosedCallWhenAnotherCallHasItsSlot() {
        collectRequests();
        Call first = link.call(8);
        send(first, (byte) 1);
        first.close();
        Call second = link.call(8);
        send(second, (byte) 2);
        assertThat(pool.comesTrue(() -> waiting.size() == 2)).isTrue();
        waiting.get(0).answer(new byte[] {1});
        pool.run(1);
        assertThat(second.poll()).isFalse();
        waiting.get(1).answer(new byte[] {2});
        second.await();
        assertThat(answer(second)).containsExactly(2);
    }

    @Test
    void shouldRefuseToSendAgainWhileItWaitsForAnAnswer() {
        collectRequests();
        Call call = link.call(8);
        send(call, (byte) 1);
        assertThatThrownBy(() -> send(call, (byte) 2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("await");
    }

    @Test
    void shouldCollectAnAnswerOfSeveralMessages() {
        pool.server(0)
                .on(
                        KIND,
                        request -> {
                            request.part(new byte[5000]);
                            request.part(new byte[] {1, 2});
                            request.answer(new byte[] {3});
                        });
        Call call = link.call(8);
        call.execute(KIND, 0);
        assertThat(call.answerBytes()).isEqualTo(5003);
        assertThat(answer(call)).endsWith(0, 1, 2, 3);
    }

    @Test
    void shouldForgetTheLastAnswerWhenItIsUsedAgain() {
        Call call = link.call(8);
        send(call, (byte) 1);
        call.await();
        call.execute(KIND, 0);
        assertThat(call.answerBytes()).isZero();
    }

    @Test
    void shouldThrowWhatAPartHandlerThrewWhenTheAnswerIsComplete() {
        pool.server(0)
                .on(
                        KIND,
                        request -> {
                            request.part(new byte[1]);
                            request.part(new byte[1]);
                            request.answer(new byte[1]);
                        });
        List<Integer> parts = new ArrayList<>();
        Call call = link.call(8);
        call.partsTo(
                (memory, offset, length) -> {
                    parts.add(length);
                    throw new UnsupportedOperationException("no parts");
                });
        assertThatThrownBy(() -> call.execute(KIND, 0))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(parts).as("no part after the failure").hasSize(1);
        call.partsTo(null);
        call.execute(KIND, 0);
        assertThat(call.answerBytes()).isEqualTo(3);
    }

    @Test
    void shouldThrowARefusalWithItsStatusAndTextAndStayUsable() {
        pool.server(0).on(KIND, request -> request.refuse(Status.LIMIT, "too many"));
        Call call = link.call(8);
        assertThatThrownBy(() -> call.execute(KIND, 0))
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        e -> assertThat(e.status()).isEqualTo(Status.LIMIT))
                .hasMessageContaining("too many")
                .hasMessageContaining(pool.server(0).uri().toString());
        pool.server(0).on(KIND, request -> request.answer(request.payload()));
        call.execute(KIND, 0);
        assertThat(call.answerBytes()).isZero();
    }

    @Test
    void shouldDropThePartsOfAnAnswerThatEndsInARefusal() {
        pool.server(0)
                .on(
                        KIND,
                        request -> {
                            request.part(new byte[100]);
                            request.refuse(Status.INTERNAL, "halfway");
                        });
        assertThatThrownBy(() -> link.call(8).execute(KIND, 0))
                .isInstanceOf(RequestRefusedException.class)
                .message()
                .endsWith(": halfway");
    }

    @Test
    void shouldThrowCorruptWhenTheServerReportsADamagedPage() {
        pool.server(0).on(KIND, request -> request.refuse(Status.DAMAGED, "page 7"));
        assertThatThrownBy(() -> link.call(8).execute(KIND, 0))
                .isInstanceOfSatisfying(
                        FabricException.class,
                        e -> assertThat(e.kind()).isEqualTo(FabricException.Kind.CORRUPT))
                .hasMessageContaining("page 7");
    }

    @Test
    void shouldTimeOutWhenTheServerDoesNotAnswer() {
        collectRequests();
        Call call = link.call(8);
        long limit = SimPool.OPTIONS.timeout().toMillis();
        long took =
                pool.duration(
                        () ->
                                assertThatThrownBy(() -> call.execute(KIND, 0))
                                        .isInstanceOfSatisfying(
                                                FabricException.class,
                                                e ->
                                                        assertThat(e.kind())
                                                                .isEqualTo(
                                                                        FabricException.Kind
                                                                                .TIMEOUT))
                                        .hasMessageContaining("kind " + KIND));
        assertThat(took).isBetween(limit, limit + 500);
    }

    @Test
    void shouldRestartTheTimeLimitWithEachPartOfAnAnswer() {
        long limit = SimPool.OPTIONS.timeout().toNanos();
        pool.server(0)
                .on(
                        KIND,
                        request -> {
                            for (int i = 0; i < 3; i++) {
                                pool.server(0).host().sleep(limit * 2 / 3);
                                request.part(new byte[1]);
                            }
                            request.answer(new byte[1]);
                        });
        Call call = link.call(8);
        long took = pool.duration(() -> call.execute(KIND, 0));
        assertThat(call.answerBytes()).isEqualTo(4);
        assertThat(took).isGreaterThan(SimPool.OPTIONS.timeout().toMillis());
    }

    @Test
    void shouldTimeOutWhenAnAnswerStopsAfterItsFirstPart() {
        pool.server(0).on(KIND, request -> request.part(new byte[1]));
        assertThatThrownBy(() -> link.call(8).execute(KIND, 0))
                .isInstanceOfSatisfying(
                        FabricException.class,
                        e -> assertThat(e.kind()).isEqualTo(FabricException.Kind.TIMEOUT));
    }

    @Test
    void shouldDeliverMessagesThatAnswerNoRequestToTheUnaskedHandler() {
        List<Integer> news = new ArrayList<>();
        Link control =
                exchange.connect(
                        pool.server(0).uri(),
                        Role.CONTROL,
                        (from, kind, memory, offset, length) -> news.add(kind));
        pool.run(100);
        exchange.receive();
        assertThat(control.isOpen()).isTrue();
        assertThat(news).isNotEmpty().containsOnly(MessageKind.HEARTBEAT);
    }

    private void collectRequests() {
        pool.server(0).on(KIND, waiting::add);
    }

    private static void send(Call call, byte payload) {
        call.request().set(ValueLayout.JAVA_BYTE, Call.PAYLOAD, payload);
        call.send(KIND, 1);
    }

    private static byte[] answer(Call call) {
        return call.answer().asSlice(0, call.answerBytes()).toArray(ValueLayout.JAVA_BYTE);
    }
}
