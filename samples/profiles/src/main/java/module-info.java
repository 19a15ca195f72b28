/** Keeps profiles of users in a map that many processes share. */
module org.example.profiles {
    requires dev.mangrove.index;
}
