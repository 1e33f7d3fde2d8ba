package dev.toolpolicy.runtime.internal.permission;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The remembered answers of an engine's sessions by session id. Objects of one session share them. A session that wasn't
 * opened for a day is forgotten, and so is the one that was opened longest ago if there are too many: then a person is
 * asked again. Safe for use from any thread.
 */
public final class SessionAnswers {
    private static final int MOST = 10_000;
    private static final Duration IDLE = Duration.ofDays(1);

    private final Map<String, Used> sessions = new LinkedHashMap<>();

    private record Used(RememberedAnswers answers, Instant opened) {}

    synchronized RememberedAnswers of(String session) {
        Instant now = Instant.now();
        Used known = sessions.remove(session);
        boolean fresh = known != null && known.opened().plus(IDLE).isAfter(now);
        RememberedAnswers answers = known != null && fresh ? known.answers() : new RememberedAnswers();
        sessions.put(session, new Used(answers, now)); // behind all others
        if (sessions.size() > MOST) {
            sessions.remove(sessions.keySet().iterator().next());
        }
        return answers;
    }

    /**
     * Forgets the answers of a session, for all its objects.
     *
     * @param session the session's id
     */
    public synchronized void forget(String session) {
        Used known = sessions.remove(session);
        if (known != null) {
            known.answers().clear();
        }
    }
}
