package dev.mangrove.architecture.violations.fabric.shm;

final class UsesJni {
    native void call();

    @SuppressWarnings("restricted")
    void load() {
        System.loadLibrary("none");
    }
}
