package dev.mangrove.architecture.violations.fabric;

final class SystemHost {
    long now() {
        return System.nanoTime();
    }
}
