/**
 * libibverbs as objects: devices, registrations, queue pairs, completion queues, chains of work
 * requests. Each object frees what it has allocated, once.
 */
@NullMarked
package dev.mangrove.fabric.verbs.device;

import org.jspecify.annotations.NullMarked;
