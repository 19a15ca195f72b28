package dev.mangrove.index.btree.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.Damage;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;

import org.junit.jupiter.api.Test;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.Set;

/** The verifier leaves out pages whose servers are lost, and verifies all others. */
final class LostPagesTest {
    private final Damage damage = new Damage();
    private final Set<Long> lost = new HashSet<>();

    @Test
    void shouldGoOnBehindALostLeaf() {
        long leaf = damage.pageFor(damage.keyOf(Page.LEAF, false), Page.LEAF);
        lost.add(leaf);

        BTreeVerifier walk = walk();

        assertThat(walk.faults()).isEmpty();
        assertThat(walk.unreachable()).isEqualTo(1);
        assertThat(walk.entries()).isEqualTo(Damage.KEYS - entriesOf(leaf));
        assertThatThrownBy(walk::throwIfLost).isInstanceOf(FabricException.class);
    }

    @Test
    void shouldGoOnBehindTheFirstLeafAndItsNeighbour() {
        long first = damage.pageFor(Long.MIN_VALUE, Page.LEAF);
        long second = damage.look(first).right();
        lost.add(first);
        lost.add(second);

        BTreeVerifier walk = walk();

        assertThat(walk.faults()).isEmpty();
        assertThat(walk.unreachable()).isEqualTo(2);
        assertThat(walk.entries()).isEqualTo(Damage.KEYS - entriesOf(first) - entriesOf(second));
    }

    @Test
    void shouldReachTheLeavesOfALostParentByTheirNeighbours() {
        lost.add(damage.pageFor(damage.keyOf(Page.LEAF, false), InnerLevels.LOWEST));

        BTreeVerifier walk = walk();

        assertThat(walk.faults()).isEmpty();
        assertThat(walk.unreachable()).isEqualTo(1);
        assertThat(walk.entries()).isEqualTo(Damage.KEYS);
    }

    @Test
    void shouldFindFaultsBehindAPartThatIsLost() {
        long key = damage.keyOf(Page.LEAF, false);
        long parent = damage.pageFor(key, InnerLevels.LOWEST);
        lost.add(parent);
        long under = damage.look(parent).high();
        for (long low = damage.look(parent).low(); low < under; low++) {
            lost.add(damage.pageFor(low, Page.LEAF));
        }
        BTreeVerifier sound = walk();
        assertThat(sound.faults()).isEmpty();
        assertThat(sound.entries()).isEqualTo(Damage.KEYS - (under - damage.look(parent).low()));

        damage.overlap(under + 20);

        assertThat(walk().faults()).anyMatch(fault -> fault.contains("are in two pages"));
    }

    private BTreeVerifier walk() {
        return new BTreeVerifier(pages()).walk(damage.tree.inner().root());
    }

    private int entriesOf(long pointer) {
        EntryBuffer entries = new EntryBuffer(Page.slots(damage.pages.pageSize()));
        damage.look(pointer).collect(Long.MIN_VALUE, Long.MAX_VALUE, entries);
        return entries.size();
    }

    /** The pages of the tree; access to lost ones throws. */
    private Pages pages() {
        return (Pages)
                Proxy.newProxyInstance(
                        Pages.class.getClassLoader(),
                        new Class<?>[] {Pages.class},
                        (proxy, method, arguments) -> call(method, arguments));
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        boolean isLost = arguments != null && lost.contains(arguments[0]);
        if (method.getName().equals("isLost")) {
            return isLost;
        }
        if (isLost) {
            throw new FabricException(FabricException.Kind.PEER_LOST, "server 1 is lost");
        }
        try {
            return method.invoke(damage.pages, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
