package dev.mangrove.server;

final class ShmServerTest extends ServerContract {
    @Override
    String scheme() {
        return "shm";
    }
}
