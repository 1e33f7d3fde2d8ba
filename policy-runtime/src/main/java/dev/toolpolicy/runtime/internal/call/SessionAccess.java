package dev.toolpolicy.runtime.internal.call;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The access of the project's other artifacts to the call settings of a session, which are not public. */
public final class SessionAccess {
    private static volatile @Nullable Function<Object, CallSetting> reader;

    private SessionAccess() {}

    /**
     * Registers the way from a session to its settings; done once, by the class of sessions.
     *
     * @param settings returns the settings of calls that begin now; throws {@link IllegalStateException} if the session is closed
     */
    public static void register(Function<Object, CallSetting> settings) {
        reader = settings;
    }

    /**
     * Returns the settings of calls that begin now.
     *
     * @param session a {@code PolicySession}
     * @return the settings
     * @throws IllegalStateException if the session is closed
     */
    public static CallSetting settingOf(Object session) {
        return Objects.requireNonNull(reader, "no session was made yet").apply(session);
    }
}
