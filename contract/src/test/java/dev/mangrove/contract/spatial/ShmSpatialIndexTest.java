package dev.mangrove.contract.spatial;

import dev.mangrove.index.spatial.SpatialIndexContract;
import dev.mangrove.index.spatial.SpatialPlace;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.Stream;

/** Spatial indexes fulfil their contract on shared memory. */
@ParameterizedClass(name = "{0}")
@MethodSource("settings")
final class ShmSpatialIndexTest extends SpatialIndexContract {
    private final Setting setting;

    ShmSpatialIndexTest(Setting setting) {
        this.setting = setting;
    }

    static Stream<Setting> settings() {
        return Setting.on("shm");
    }

    @Override
    protected SpatialPlace newPlace() {
        return new ServerPlace(setting);
    }

    @Override
    protected double effort() {
        return 0.4;
    }
}
