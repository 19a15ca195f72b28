package dev.mangrove.sim.hardware;

import dev.mangrove.sim.kernel.Kernel;

/**
 * How busy a network card was between two samples, as shares of that time. A share may exceed 1 by
 * a little: stations and the bus count a request when it is planned, which may be before its turn.
 */
public final class CardMeter {
    private final Kernel kernel;
    private final Nic nic;
    private final long[] stationsBefore;
    private final long[] stationsNow;
    private final long[] wordsBefore;
    private final long[] wordsNow;
    private final SimLinkMeter link;
    private long sampledAt;
    private long busInBefore;
    private long busOutBefore;
    private long tagBefore;
    private double stations;
    private double bus;
    private double hottestWord;

    public CardMeter(Kernel kernel, Nic nic) {
        this.kernel = kernel;
        this.nic = nic;
        stationsBefore = new long[nic.stations()];
        stationsNow = new long[nic.stations()];
        wordsBefore = new long[nic.buckets()];
        wordsNow = new long[nic.buckets()];
        link = new SimLinkMeter(kernel, nic);
        remember();
    }

    /** Starts a new interval; the shares are those of the last one. */
    public void sample() {
        link.sample();
        double picos = kernel.now() - sampledAt;
        if (picos > 0) {
            nic.copyBusy(stationsNow);
            nic.copyWordBusy(wordsNow);
            stations = largestGrowth(stationsBefore, stationsNow) / picos;
            hottestWord = largestGrowth(wordsBefore, wordsNow) / picos;
            DmaEngine dma = nic.dma();
            long busiest = Math.max(dma.inBusy() - busInBefore, dma.outBusy() - busOutBefore);
            bus = Math.max(busiest, dma.tagBusy() - tagBefore) / picos;
            remember();
        }
    }

    /** Share of its busiest station: requests out, all requests in, those in of one verb. */
    public double stations() {
        return stations;
    }

    /** Share of its bus, in the busier direction, or of the tags of reads under way. */
    public double bus() {
        return bus;
    }

    /** Share of its link, in the busier direction. */
    public double link() {
        return link.utilisation();
    }

    /** Share of the time that atomics held the word, or words of equal low address bits. */
    public double hottestWord() {
        return hottestWord;
    }

    private void remember() {
        sampledAt = kernel.now();
        nic.copyBusy(stationsBefore);
        nic.copyWordBusy(wordsBefore);
        busInBefore = nic.dma().inBusy();
        busOutBefore = nic.dma().outBusy();
        tagBefore = nic.dma().tagBusy();
    }

    private static long largestGrowth(long[] before, long[] now) {
        long largest = 0;
        for (int i = 0; i < now.length; i++) {
            largest = Math.max(largest, now[i] - before[i]);
        }
        return largest;
    }
}
