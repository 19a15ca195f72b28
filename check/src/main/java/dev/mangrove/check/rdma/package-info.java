/**
 * What RDMA has to show on a machine that has a device, real or emulated: that words have one
 * arbiter, that one server is reached in several ways, and that indexes work between processes that
 * may be killed. Everything happens on this machine, through the device.
 */
@NullMarked
package dev.mangrove.check.rdma;

import org.jspecify.annotations.NullMarked;
