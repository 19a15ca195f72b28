/**
 * Checks of RDMA on a machine with a device, real or emulated: words have one arbiter, clients
 * reach one server in several ways, and indexes work between processes that may be killed. All
 * processes run on this machine and communicate through the device.
 */
@NullMarked
package dev.mangrove.check.rdma;

import org.jspecify.annotations.NullMarked;
