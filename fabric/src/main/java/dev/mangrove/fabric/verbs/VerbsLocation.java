package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;

/**
 * Where a target listens: {@code verbs://HOST:PORT}. The address is that of the TCP connection by
 * which queue pairs are set up; it also says which of a port's GIDs is used.
 *
 * @param host name or address, as given
 * @param port 0 for any
 */
record VerbsLocation(String host, int port) {
    static final String SCHEME = "verbs";

    static VerbsLocation of(URI uri) {
        if (!SCHEME.equals(uri.getScheme()) || uri.getHost() == null || uri.getPort() < 0) {
            throw new IllegalArgumentException("not of the form verbs://HOST:PORT: " + uri);
        }
        return new VerbsLocation(uri.getHost(), uri.getPort());
    }

    /** The address that the host stands for. */
    InetSocketAddress address() {
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            throw new FabricException(Kind.PEER_LOST, "no such host: " + host, e);
        }
    }

    /** The same place with the port that was picked. */
    URI uri(int actualPort) {
        return URI.create(SCHEME + "://" + host + ":" + actualPort);
    }
}
