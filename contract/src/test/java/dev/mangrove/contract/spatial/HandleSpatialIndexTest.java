package dev.mangrove.contract.spatial;

import dev.mangrove.Mangrove;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialIndexContract;
import dev.mangrove.index.spatial.SpatialPlace;
import dev.mangrove.index.spatial.SpatialViewOptions;

import java.util.List;

/**
 * A handle for all threads fulfils the contract that views fulfil; all threads share one handle.
 */
final class HandleSpatialIndexTest extends SpatialIndexContract {
    @Override
    protected SpatialPlace newPlace() {
        return new HandlePlace();
    }

    @Override
    protected double effort() {
        return 0.4;
    }

    private static final class HandlePlace extends ServerPlace {
        private SpatialIndex last;

        HandlePlace() {
            super(new Setting("shm", SpatialDesign.RSTAR, SpatialViewOptions.DEFAULT));
        }

        @Override
        SpatialIndex open(Mangrove mangrove, String index) {
            last = mangrove.spatial(index);
            return last;
        }

        @Override
        public boolean hasOneCursor() {
            return false;
        }

        @Override
        void work(int number, Host host, Work work, List<Throwable> failures) {
            try {
                work.run(number, last);
            } catch (Exception | AssertionError e) {
                failures.add(e);
            }
        }
    }
}
