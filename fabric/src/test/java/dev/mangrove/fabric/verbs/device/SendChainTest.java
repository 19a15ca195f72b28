package dev.mangrove.fabric.verbs.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;

/**
 * Work requests have the layout of {@code verbs.h}; this class states its offsets a second time.
 *
 * <pre>
 * ibv_send_wr:   8 next   16 sg_list   24 num_sge   (128 bytes)
 * ibv_sge:       0 addr    8 length    12 lkey      (16 bytes)
 * </pre>
 */
@SuppressWarnings("restricted") // It looks where the requests point to.
final class SendChainTest {
    private static final long REQUEST = 128;
    private static final long LIST = 16;
    private static final long NUMBER = 24;
    private static final int MOST = 3;

    private final SendChain chain = new SendChain(4, MOST);

    @Test
    void shouldListThePiecesOfEachRequest() {
        int one = chain.add(Ibv.DO_WRITE, 7, 0);
        chain.local(one, 0x1000, 64, 5);
        int list = chain.add(Ibv.DO_READ, 8, 0);
        for (int piece = 0; piece < MOST; piece++) {
            chain.piece(list, 0x2000 + piece * 0x100, 256 + piece, 6 + piece);
        }
        assertPieces(one, 1);
        assertPiece(one, 0, 0x1000, 64, 5);
        assertPieces(list, MOST);
        for (int piece = 0; piece < MOST; piece++) {
            assertPiece(list, piece, 0x2000 + piece * 0x100, 256 + piece, 6 + piece);
        }
    }

    @Test
    void shouldTakeOnePieceAgainAfterAList() {
        int first = chain.add(Ibv.DO_READ, 1, 0);
        chain.piece(first, 0x1000, 512, 2);
        chain.piece(first, 0x3000, 512, 2);
        chain.clear();
        int again = chain.add(Ibv.DO_WRITE, 2, 0);
        assertThat(again).isEqualTo(first);
        assertPieces(again, 0);
        chain.local(again, 0x5000, 8, 3);
        assertPieces(again, 1);
        assertPiece(again, 0, 0x5000, 8, 3);
    }

    @Test
    void shouldRefuseMorePiecesThanTheQueueTakes() {
        int full = chain.add(Ibv.DO_WRITE, 1, 0);
        for (int piece = 0; piece < MOST; piece++) {
            chain.piece(full, 0x1000L * piece, 512, 2);
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> chain.piece(full, 0x9000, 512, 2))
                .withMessageContaining("at most 3");
        assertPieces(full, MOST);
    }

    private void assertPieces(int request, int number) {
        assertThat(chain.memory().get(JAVA_INT, request * REQUEST + NUMBER)).isEqualTo(number);
    }

    private void assertPiece(int request, int piece, long address, int length, int key) {
        long list = chain.memory().get(JAVA_LONG, request * REQUEST + LIST);
        MemorySegment at = MemorySegment.ofAddress(list + piece * 16L).reinterpret(16);
        assertThat(at.get(JAVA_LONG, 0)).isEqualTo(address);
        assertThat(at.get(JAVA_INT, 8)).isEqualTo(length);
        assertThat(at.get(JAVA_INT, 12)).isEqualTo(key);
    }
}
