package dev.mangrove.sim.hardware;

/** Data of several requests that a card fetches from its host's memory, fragment by fragment. */
public interface SelectedData {
    /**
     * Fetches the data of one request.
     *
     * @param from when the card has the request
     * @param base address of the memory that the fragments lie in
     * @param number of the request
     * @return when all of its data is on the card
     */
    long arrives(DmaEngine dma, long from, long base, int number);
}
