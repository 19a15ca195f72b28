/** Experiments of the D-RDMA paper (CIDR 2022). */
@NullMarked
package dev.mangrove.reproduce.drdma;

import org.jspecify.annotations.NullMarked;
