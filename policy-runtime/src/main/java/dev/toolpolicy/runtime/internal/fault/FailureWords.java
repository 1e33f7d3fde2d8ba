package dev.toolpolicy.runtime.internal.fault;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.internal.text.VisibleText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.Set;

/** The kind of a handler's failure in words: {@code no such file}, not the name of a class. */
public final class FailureWords {
    private static final Logger LOG = System.getLogger(FailureWords.class.getName());

    /** Names that say nothing beside the message. */
    private static final Set<String> GENERAL =
            Set.of("", "runtime", "illegal state", "illegal argument", "assertion", "io", "unchecked io");

    private FailureWords() {}

    /**
     * Returns the outcome of a call whose code ended with an exception. Code that was cancelled or interrupted may have had
     * its effect before, so its outcome is unknown.
     *
     * @param tool the tool's name
     * @param failure the exception
     * @return a failure or an unknown outcome, with a sentence for the model
     */
    public static ToolResult result(String tool, Throwable failure) {
        String why = sentence(tool, failure);
        return UserCode.isCancellation(failure) ? ToolResult.unknown(why) : ToolResult.failure(why);
    }

    /** Returns one sentence for the model, with the exception's kind and message. */
    private static String sentence(String tool, Throwable failure) {
        if (UserCode.isCancellation(failure)) {
            return sentence(tool, "it was interrupted");
        }
        String message = UserCode.get(
                LOG,
                Level.WARNING,
                "a failure's message can't be read",
                () -> failure.getMessage() == null ? "" : failure.getMessage(),
                () -> "");
        String kind = of(failure);
        String both = kind + (kind.isEmpty() || message.isEmpty() ? "" : ": ") + message;
        return sentence(tool, VisibleText.line(both, VisibleText.DETAIL));
    }

    /**
     * Returns what a model is told of a failed call.
     *
     * @param tool the tool's name
     * @param why the reason, possibly empty
     * @return one sentence
     */
    public static String sentence(String tool, String why) {
        return VisibleText.sentence(tool + " failed" + (why.isEmpty() ? "" : ": " + why));
    }

    private static String of(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        for (String end : new String[] {"Exception", "Error"}) {
            name = name.endsWith(end) ? name.substring(0, name.length() - end.length()) : name;
        }
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean begins = Character.isUpperCase(c)
                    && i > 0
                    && (Character.isLowerCase(name.charAt(i - 1))
                            || i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1)));
            words.append(begins ? " " : "").append(c);
        }
        String kind = words.toString().toLowerCase(Locale.ROOT);
        return GENERAL.contains(kind) ? "" : kind;
    }
}
