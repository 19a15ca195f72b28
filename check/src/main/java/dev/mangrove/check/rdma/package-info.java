/**
 * Checks of RDMA on a machine with a device, real or emulated: words have one arbiter, clients
 * reach one server by several fabrics, and indexes work between processes, some of which are
 * killed. All processes run on this machine and communicate through the device.
 */
@NullMarked
package dev.mangrove.check.rdma;

import org.jspecify.annotations.NullMarked;
