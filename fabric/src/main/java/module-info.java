/** Verbs and hosts: the contract that every provider keeps, and the providers. */
module dev.mangrove.fabric {
    requires static transitive org.jspecify;
}
