package dev.mangrove.architecture.violations.fabric.host;

final class SystemHost {
    long now() {
        return System.nanoTime();
    }
}
