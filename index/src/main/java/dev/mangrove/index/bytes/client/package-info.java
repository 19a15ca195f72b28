/**
 * Views of indexes of byte strings. A view sends each operation to the server of its key; scans and
 * counts go to all servers, and a scan merges what they return.
 */
@NullMarked
package dev.mangrove.index.bytes.client;

import org.jspecify.annotations.NullMarked;
