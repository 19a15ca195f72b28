/**
 * Views of indexes of byte strings. A view sends each change to the server of its key. It reads in
 * place where the server's memory is mapped ({@link dev.mangrove.index.bytes.direct}), and else by
 * message; scans and counts go to all servers, and a scan merges what they return.
 */
@NullMarked
package dev.mangrove.index.bytes.client;

import org.jspecify.annotations.NullMarked;
