package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.MapIndex;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.MessageKind;

import java.util.NavigableMap;

/** A view of a map whose operations take effect between two messages to a server. */
class TalkingIndex extends MapIndex {
    final Session session;

    TalkingIndex(Mangrove mangrove, NavigableMap<Long, Long> map) {
        super(map);
        this.session = ClientAccess.of(mangrove).session();
    }

    /** Lets time pass, and others do what they do. */
    @Override
    protected final void talk() {
        session.link(0).admin().execute(MessageKind.ECHO, Long.BYTES);
    }

    @Override
    public void close() {
        session.close();
    }
}
