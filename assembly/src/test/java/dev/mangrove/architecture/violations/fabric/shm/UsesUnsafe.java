package dev.mangrove.architecture.violations.fabric.shm;

import dev.mangrove.architecture.violations.misc.Unsafe;

final class UsesUnsafe {
    final Unsafe unsafe = new Unsafe();
}
