/**
 * Connections and the requests on them: a request finds its service, the service fills a reply, and
 * a reply that the client has no room for waits in the connection's outbox. The head of {@link
 * dev.mangrove.server} has the steps.
 */
@NullMarked
package dev.mangrove.server.request;

import org.jspecify.annotations.NullMarked;
