package dev.mangrove.fabric.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.contract.endpoint.LifecycleContract;
import dev.mangrove.fabric.contract.endpoint.WaitingContract;
import dev.mangrove.fabric.contract.failure.ClientFaultContract;
import dev.mangrove.fabric.contract.failure.ErrorContract;
import dev.mangrove.fabric.contract.failure.ServerFaultContract;
import dev.mangrove.fabric.contract.message.BackPressureContract;
import dev.mangrove.fabric.contract.message.InboxContract;
import dev.mangrove.fabric.contract.message.InboxWaitingContract;
import dev.mangrove.fabric.contract.message.MessageContract;
import dev.mangrove.fabric.contract.model.ModelContract;
import dev.mangrove.fabric.contract.verb.AtomicContract;
import dev.mangrove.fabric.contract.verb.BatchContract;
import dev.mangrove.fabric.contract.verb.ConcurrencyContract;
import dev.mangrove.fabric.contract.verb.RegionContract;
import dev.mangrove.fabric.contract.verb.ScatterGroupContract;
import dev.mangrove.fabric.contract.verb.SelectionContract;
import dev.mangrove.fabric.contract.verb.TransferContract;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/**
 * Base of the class that lists a provider's contracts; fails when a theme is missing from the list.
 */
public abstract class ContractThemes {
    private static final List<Class<? extends FabricContract>> THEMES =
            List.of(
                    TransferContract.class,
                    SelectionContract.class,
                    ScatterGroupContract.class,
                    RegionContract.class,
                    BatchContract.class,
                    AtomicContract.class,
                    MessageContract.class,
                    BackPressureContract.class,
                    InboxContract.class,
                    InboxWaitingContract.class,
                    WaitingContract.class,
                    ConcurrencyContract.class,
                    ErrorContract.class,
                    LifecycleContract.class,
                    ModelContract.class);

    private static final List<Class<? extends FabricContract>> PROCESS_THEMES =
            List.of(ServerFaultContract.class, ClientFaultContract.class);

    @Test
    void shouldRunEveryTheme() {
        List<Class<?>> expected = new ArrayList<>(THEMES);
        if (FabricContract.underTest(getClass()) instanceof RealFabricUnderTest) {
            expected.addAll(PROCESS_THEMES);
        }
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> nested : getClass().getDeclaredClasses()) {
            if (nested.isAnnotationPresent(Nested.class)) {
                found.add(nested.getSuperclass());
            }
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
    }
}
