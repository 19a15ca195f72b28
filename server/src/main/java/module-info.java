/** The memory server: regions, chunks, the catalogue and the request loop. */
module dev.mangrove.server {
    requires transitive dev.mangrove.index;
    requires static transitive org.jspecify;
}
