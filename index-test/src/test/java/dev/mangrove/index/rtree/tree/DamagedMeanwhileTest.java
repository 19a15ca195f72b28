package dev.mangrove.index.rtree.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.rtree.LocalSpatialTree;
import dev.mangrove.index.rtree.ScarceSpace;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Another thread's change breaks off after a writer has begun and before it has its claim. */
final class DamagedMeanwhileTest {
    private static final long ID = 1;

    private final SpatialOptions options = SpatialOptions.of(SpatialDesign.RSTAR);
    private final ScarceSpace space = new ScarceSpace(options);
    private final RTree tree = new RTree(host(), space.memory(), space, options, 1);
    private final LocalSpatialTree view = new LocalSpatialTree(tree);
    private boolean breaksOff;

    @Test
    void shouldRefuseAChangeWhenAnotherBreaksOffBeforeItsClaim() {
        assertThat(view.insert(ID, 0, 0, 1, 1)).isTrue();
        breaksOff = true;

        assertRefused(() -> view.update(ID, 5, 5, 6, 6));
        assertRefused(() -> view.delete(ID));
        assertRefused(() -> view.insert(ID + 1, 0, 0, 1, 1));

        assertThat(tree.directory().tryClaim(ID)).as("the claim is given back").isTrue();
        assertThat(view.count(0, 0, 1, 1)).isEqualTo(1);
    }

    private static void assertRefused(ThrowingCallable change) {
        assertThatThrownBy(change).isInstanceOf(TreeEndedException.class);
    }

    /** A host whose work for a change is the moment at which the other change breaks off. */
    private Host host() {
        return (Host)
                Proxy.newProxyInstance(
                        Host.class.getClassLoader(),
                        new Class<?>[] {Host.class},
                        (proxy, method, arguments) -> call(method, arguments));
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        boolean begins = method.getName().equals("work") && arguments[0] == Host.Work.CHANGE;
        if (breaksOff && begins) {
            tree.damaged(new IllegalStateException("broken off"));
        }
        try {
            return method.invoke(Host.system(), arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
