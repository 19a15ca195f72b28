package dev.mangrove.server.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.Address;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.catalogue.IndexKind;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.catalogue.RootSlot;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.fixture.FakeRegion;
import dev.mangrove.server.request.RefusedException;

import org.junit.jupiter.api.Test;

import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.Set;

final class CatalogueTableTest {
    private static final int SLOTS = (1 << 20) / 64 - 1;

    private final FakeRegion region = new FakeRegion();
    private final CatalogueTable catalogue = new CatalogueTable(region);

    @Test
    void shouldGiveEachIndexAnIdAndASlotOfItsOwn() {
        Set<Long> slots = new HashSet<>();
        for (int i = 1; i <= 100; i++) {
            IndexDescriptor created = catalogue.create(spec("index-" + i));
            assertThat(created.id()).isEqualTo(i);
            assertThat(slots.add(created.rootSlot())).isTrue();
            assertThat(created.rootSlot() % 64).isZero();
        }
        assertThat(catalogue.list()).hasSize(100);
    }

    @Test
    void shouldRefuseANameThatIsTaken() {
        catalogue.create(spec("a"));
        assertThatThrownBy(() -> catalogue.create(spec("a")))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.status()).isEqualTo(Status.EXISTS))
                .hasMessageContaining("index a exists");
    }

    @Test
    void shouldRefuseToOpenOrDropWhatIsNotThere() {
        assertThatThrownBy(() -> catalogue.open("a")).hasMessageContaining("no index a");
        assertThatThrownBy(() -> catalogue.drop("a")).hasMessageContaining("no index a");
    }

    @Test
    void shouldUseASlotAgainOnlyWhenAllOthersAreUsedAndWithANewGeneration() {
        IndexDescriptor first = catalogue.create(spec("first"));
        long offset = Address.offset(first.rootSlot());
        region.memory().set(ValueLayout.JAVA_LONG, offset, 77);
        catalogue.drop("first");
        region.memory().set(ValueLayout.JAVA_LONG, offset, 88); // Stored late by a client.
        catalogue.freeSlot(first);
        for (int i = 1; i < SLOTS; i++) {
            assertThat(catalogue.create(spec("i" + i)).rootSlot()).isNotEqualTo(first.rootSlot());
        }
        IndexDescriptor last = catalogue.create(spec("last"));
        assertThat(last.rootSlot()).isEqualTo(first.rootSlot());
        assertThat(last.generation()).isEqualTo(first.generation() + 1);
        assertThat(last.id()).isNotEqualTo(first.id());
        assertThat(RootSlot.root(region.memory(), offset)).isZero();
        assertThatThrownBy(() -> catalogue.create(spec("more")))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.status()).isEqualTo(Status.LIMIT));
    }

    @Test
    void shouldNotUseASlotAgainWhileAClientMayWriteToIt() {
        IndexDescriptor first = catalogue.create(spec("first"));
        catalogue.drop("first");
        for (int i = 1; i < SLOTS; i++) {
            catalogue.create(spec("i" + i));
        }
        assertThatThrownBy(() -> catalogue.create(spec("more"))).hasMessageContaining("full");
        catalogue.freeSlot(first);
        assertThat(catalogue.create(spec("more")).rootSlot()).isEqualTo(first.rootSlot());
    }

    @Test
    void shouldKnowWhichIdsAreInUse() {
        IndexDescriptor created = catalogue.create(spec("a"));
        assertThat(catalogue.contains(created.id())).isTrue();
        catalogue.drop("a");
        assertThat(catalogue.contains(created.id())).isFalse();
        assertThat(catalogue.size()).isZero();
    }

    private static IndexSpec spec(String name) {
        return IndexSpec.of(name, IndexKind.ORDERED, "fine");
    }
}
