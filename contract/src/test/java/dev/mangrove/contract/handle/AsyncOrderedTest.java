package dev.mangrove.contract.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.IndexNotFoundException;
import dev.mangrove.Mangrove;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.ordered.AsyncOrdered;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedBatch;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.session.ClientAccess;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Operations of a handle as futures. */
final class AsyncOrderedTest {
    private static final int OPERATIONS = TestSize.MATRIX ? 6_000 : 2_000;
    private static final int MOST_VIEWS = 64;

    private Mangrove mangrove;

    @BeforeEach
    void start() {
        mangrove = Mangrove.embedded(256L << 20);
    }

    @AfterEach
    void end() {
        mangrove.close();
    }

    @ParameterizedTest
    @EnumSource(Design.class)
    void shouldCompleteFarMoreOperationsThanItHasViews(Design design) throws Exception {
        try (OrderedIndex index = mangrove.ordered("async", OrderedOptions.of(design))) {
            AsyncOrdered async = index.async();
            List<CompletableFuture<Boolean>> puts = new ArrayList<>();
            for (long key = 0; key < OPERATIONS; key++) {
                puts.add(async.put(key, ~key));
            }
            for (CompletableFuture<Boolean> put : puts) {
                assertThat(put.get(1, TimeUnit.MINUTES)).isTrue();
            }
            assertThat(async.count(0, OPERATIONS).join()).isEqualTo(OPERATIONS);
            assertThat(async.get(7).join()).hasValue(~7L);
            assertThat(ClientAccess.of(mangrove).status(0).connections())
                    .isLessThanOrEqualTo(MOST_VIEWS + 3);
        }
    }

    @Test
    void shouldReturnWhatTheOperationsReturn() {
        try (OrderedIndex index = mangrove.ordered("async")) {
            AsyncOrdered async = index.async();
            assertThat(async.putIfAbsent(1, 10).join()).isTrue();
            assertThat(async.putIfAbsent(1, 11).join()).isFalse();
            assertThat(async.replace(1, 10, 12).join()).isTrue();
            assertThat(async.replace(1, 10, 13).join()).isFalse();
            assertThat(async.delete(1, 10).join()).isFalse();
            assertThat(async.get(1).join()).hasValue(12);
            assertThat(async.delete(1).join()).isTrue();
            assertThat(async.get(1).join()).isEmpty();
            OrderedBatch batch = async.applyAll(new OrderedBatch().put(2, 5).get(2)).join();
            assertThat(batch.result(0)).isTrue();
            assertThat(batch.valueOrDefault(1, 0)).isEqualTo(5);
        }
    }

    @Test
    void shouldChainOperations() {
        try (OrderedIndex index = mangrove.ordered("async")) {
            AsyncOrdered async = index.async();
            CompletableFuture<Boolean> moved =
                    async.put(1, 42)
                            .thenCompose(isNew -> async.get(1))
                            .thenCompose(value -> async.put(2, value.orElseThrow()))
                            .thenCompose(isNew -> async.delete(1));
            assertThat(moved.join()).isTrue();
            assertThat(index.get(2)).hasValue(42);
        }
    }

    @Test
    void shouldCompleteWithTheExceptionOfTheOperation() {
        try (OrderedIndex index = mangrove.ordered("async")) {
            AsyncOrdered async = index.async();
            mangrove.drop("async");
            assertThatThrownBy(
                            () -> {
                                for (int i = 0; i < 2_000; i++) {
                                    async.put(i, i).join();
                                }
                            })
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(IndexNotFoundException.class);
        }
    }

    @Test
    void shouldCompleteWithAnExceptionAfterTheEndOfTheHandle() {
        OrderedIndex index = mangrove.ordered("async");
        AsyncOrdered async = index.async();
        index.close();
        assertThatThrownBy(async.get(1)::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void shouldBeOfferedByHandlesAndNotByViews() {
        try (OrderedIndex view = mangrove.openOrCreateOrdered("async")) {
            assertThatThrownBy(view::async)
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("Mangrove.ordered");
        }
    }
}
