package dev.mangrove.check.history;

/** Builds short histories of one key: each call gives client, operation and times. */
final class Script {
    static final long KEY = 7;

    final History history = new History(16);

    Script put(int client, long value, long from, long to) {
        history.done(history.invokePut(client, KEY, value, from), to);
        return this;
    }

    Script putUnknown(int client, long value, long from) {
        history.invokePut(client, KEY, value, from);
        return this;
    }

    Script putFailed(int client, long value, long from, long to) {
        history.failed(history.invokePut(client, KEY, value, from), to);
        return this;
    }

    Script get(int client, long value, long from, long to) {
        history.found(history.invokeGet(client, KEY, from), value, to);
        return this;
    }

    Script getAbsent(int client, long from, long to) {
        history.foundAbsent(history.invokeGet(client, KEY, from), to);
        return this;
    }

    Script putIfAbsent(int client, long value, boolean succeeded, long from, long to) {
        return end(history.invokePutIfAbsent(client, KEY, value, from), succeeded, to);
    }

    Script putIfPresent(int client, long value, boolean succeeded, long from, long to) {
        return end(history.invokePutIfPresent(client, KEY, value, from), succeeded, to);
    }

    Script replace(int client, long expected, long value, boolean succeeded, long from, long to) {
        return end(history.invokeReplace(client, KEY, expected, value, from), succeeded, to);
    }

    Script replaceUnknown(int client, long expected, long value, long from) {
        history.invokeReplace(client, KEY, expected, value, from);
        return this;
    }

    Script delete(int client, boolean succeeded, long from, long to) {
        return end(history.invokeDelete(client, KEY, from), succeeded, to);
    }

    Script deleteUnknown(int client, long from) {
        history.invokeDelete(client, KEY, from);
        return this;
    }

    Script fetchAdd(int client, long addend, long found, long from, long to) {
        history.found(history.invokeFetchAdd(client, KEY, addend, from), found, to);
        return this;
    }

    Script fetchAddUnknown(int client, long addend, long from) {
        history.invokeFetchAdd(client, KEY, addend, from);
        return this;
    }

    private Script end(int op, boolean succeeded, long to) {
        if (succeeded) {
            history.succeeded(op, to);
        } else {
            history.refused(op, to);
        }
        return this;
    }

    LinearizabilityReport check() {
        return new LinearizabilityChecker().check(history);
    }

    Verdict verdict() {
        return check().verdict();
    }
}
