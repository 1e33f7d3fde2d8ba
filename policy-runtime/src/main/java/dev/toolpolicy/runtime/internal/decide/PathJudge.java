package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.NormalPath;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of paths, for one call at a time. The links of a path are resolved once, so that all rules see the
 * same. Without a link resolver nothing is kept or allocated. Not thread-safe.
 */
public final class PathJudge {
    private final PathSettings settings;
    private final StringBuilder normal = new StringBuilder();
    private @Nullable Map<String, JudgedPath> judged;
    private boolean staysBelow;

    public PathJudge(PathSettings settings) {
        this.settings = settings;
    }

    public boolean resolvesLinks() {
        return settings.resolvesLinks();
    }

    public NormalPath.Form form() {
        return settings.form();
    }

    /** Returns a path with what its links lead to. */
    public JudgedPath judge(String path) {
        if (judged == null) {
            judged = new HashMap<>();
        }
        return judged.computeIfAbsent(path, text -> new JudgedPath(text, settings));
    }

    /** Returns the normal form of a path, for as long as no other is asked for. */
    public CharSequence normalForm(CharSequence path) {
        staysBelow = settings.form().write(path, normal);
        return normal;
    }

    /**
     * Returns whether a path needs approval, by its text.
     *
     * @param path the one whose normal form was made last
     */
    public boolean isAgainst(CharSequence path) {
        return settings.isAgainst(path, staysBelow);
    }
}
