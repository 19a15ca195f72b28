package dev.mangrove.contract.ordered.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.ServerPool;
import dev.mangrove.contract.ordered.fixture.SimMachines;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.access.AccessOptions;
import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.btree.ViewProtocol;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.EnumSet;
import java.util.List;

/** Reads of many pages of which one server has been lost before they start. */
final class LostReadsTest {
    private static final String NAME = "pages";

    private final SimMachines machines = new SimMachines(1);

    @AfterEach
    void end() {
        machines.close();
    }

    @Test
    void shouldReportTheLostServerAndReadOnFromTheOthers() throws Throwable {
        machines.run(
                () -> {
                    try (ServerPool pool =
                                    new ServerPool(machines, 2, 2 * AddressSpace.CHUNK_BYTES);
                            IndexClient client = pool.connect(machines.home());
                            Session session = ClientAccess.of(client.mangrove()).session()) {
                        OrderedIndexes.create(session, NAME, OrderedOptions.of(Design.FINE));
                        readFromLost(session);
                    }
                });
    }

    private static void readFromLost(Session session) {
        AccessOptions options =
                new AccessOptions(
                        false,
                        ViewProtocol.SOUND.copyCheck(),
                        true,
                        EnumSet.allOf(Technique.class));
        SessionPages pages =
                new SessionPages(session, session.catalogue().open(NAME), List.of(0, 1), options);
        long[] pointers = {page(pages, 0), page(pages, 1)};
        PageView[] views = {pages.newView(), pages.newView()};
        pages.openAll(pointers, views, 2);
        session.channel(PagePointer.address(pointers[1])).close();

        assertThatThrownBy(() -> pages.openAll(pointers, views, 2))
                .isInstanceOf(FabricException.class)
                .hasMessageContaining("closed");
        pages.openAll(pointers, views, 1);
        assertThat(views[0].pointer()).isEqualTo(pointers[0]);
    }

    private static long page(SessionPages pages, int server) {
        long pointer = pages.allocateAt(server);
        pages.write(pointer, pages.newImage().unbounded(pointer, Page.LEAF, Long.MIN_VALUE));
        return pointer;
    }
}
