/** Counts visits in a map that many processes share. */
module org.example.sharedmap {
    requires dev.mangrove.index;
}
