package dev.toolpolicy.runtime.internal.approve;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The remembered answers of an engine's sessions by session id, in this process. Objects of one session share them. The
 * answers of a session that wasn't opened for a day are forgotten when it is opened again. If there are too many
 * sessions, the one that was opened longest ago is forgotten, unless an object of it is still in use. Then a person is
 * asked again. Safe for use from any thread.
 */
public final class SessionAnswers {
    private static final int MOST = 10_000;
    private static final Duration IDLE = Duration.ofDays(1);

    private final Map<String, Used> sessions = new LinkedHashMap<>();

    /** The answers of all objects in use, so that they share one instance for as long as any of them lives. */
    private final Map<String, InUse> inUse = new HashMap<>();

    private final ReferenceQueue<RememberedAnswers> unused = new ReferenceQueue<>();

    private record Used(RememberedAnswers answers, Instant opened) {}

    private static final class InUse extends WeakReference<RememberedAnswers> {
        private final String session;

        InUse(String session, RememberedAnswers answers, ReferenceQueue<RememberedAnswers> unused) {
            super(answers, unused);
            this.session = session;
        }
    }

    synchronized RememberedAnswers of(String session) {
        removeUnused();
        Instant now = Instant.now();
        Used known = sessions.remove(session);
        InUse reference = inUse.get(session);
        RememberedAnswers answers = reference == null ? null : reference.get();
        if (answers == null) {
            answers = new RememberedAnswers();
            inUse.put(session, new InUse(session, answers, unused));
        } else if (known != null && !known.opened().plus(IDLE).isAfter(now)) {
            answers.clear();
        }
        sessions.put(session, new Used(answers, now)); // behind all others
        if (sessions.size() > MOST) {
            sessions.remove(sessions.keySet().iterator().next());
        }
        return answers;
    }

    private void removeUnused() {
        for (Object next = unused.poll(); next != null; next = unused.poll()) {
            InUse gone = (InUse) next;
            inUse.remove(gone.session, gone);
        }
    }

    /**
     * Forgets the answers of a session, for all its objects, which go on to share what is remembered later.
     *
     * @param session the session's id
     */
    public synchronized void forget(String session) {
        InUse reference = inUse.get(session);
        RememberedAnswers answers = reference == null ? null : reference.get();
        if (answers != null) {
            answers.clear();
        }
    }
}
