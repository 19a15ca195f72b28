/** Drivers move in some processes, and others ask for the nearest ones. */
module org.example.drivers {
    requires dev.mangrove.index;
}
