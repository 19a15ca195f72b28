/** Limits the requests of users by counters that many processes share. */
module org.example.counters {
    requires dev.mangrove.index;
}
