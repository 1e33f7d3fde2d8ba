package dev.toolpolicy.test.policy.internal.coverage;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.test.policy.internal.run.Decided;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A part of a policy that can decide a call: a rule, a requirement or a limit. Immutable. */
public final class Target {
    /** The kinds of parts. */
    public enum Kind {
        RULE,
        REQUIREMENT,
        LIMIT
    }

    private final Kind kind;
    private final String owner;
    private final List<String> tools;
    private final int number;
    private final Optional<String> name;
    private final String words;
    private final @Nullable Requirement requirement;
    private final @Nullable CallLimit limit;

    private Target(
            Kind kind,
            String owner,
            List<String> tools,
            int number,
            Optional<String> name,
            String words,
            @Nullable Requirement requirement,
            @Nullable CallLimit limit) {
        this.kind = kind;
        this.owner = owner;
        this.tools = List.copyOf(tools);
        this.number = number;
        this.name = name;
        this.words = words;
        this.requirement = requirement;
        this.limit = limit;
    }

    /** Creates a rule of a list, by its number from 1. */
    static Target rule(SharedList list, int number) {
        var rule = list.rules().rules().get(number - 1);
        return new Target(Kind.RULE, list.owner(), list.names(), number, rule.name(), rule.describe(), null, null);
    }

    /** Creates a requirement of a tool, by its number from 1. */
    static Target requirement(String tool, int number, Requirement requirement) {
        String words = "after " + String.join(", ", requirement.tools())
                + requirement
                        .key()
                        .map(key -> " with the same " + key.argument())
                        .orElse("");
        return new Target(Kind.REQUIREMENT, tool, List.of(tool), number, Optional.empty(), words, requirement, null);
    }

    /** Creates a limit of a tool, or of all tools that fit a pattern, by its number from 1. */
    static Target limit(String owner, List<String> tools, int number, CallLimit limit) {
        return new Target(Kind.LIMIT, owner, tools, number, Optional.empty(), limit.toString(), null, limit);
    }

    /** Returns the kind. */
    public Kind kind() {
        return kind;
    }

    /** Returns the tool, or the pattern of tools, that it stands under. */
    public String owner() {
        return owner;
    }

    /** Returns the tools whose calls it can decide. */
    public List<String> tools() {
        return tools;
    }

    /** Returns its number among those of its kind and owner, from 1. */
    public int number() {
        return number;
    }

    /** Returns the name of a rule that has one. */
    public Optional<String> name() {
        return name;
    }

    /** Returns it in words. */
    public String words() {
        return words;
    }

    Requirement requirement() {
        if (requirement == null) {
            throw new IllegalStateException(this + " is not a requirement");
        }
        return requirement;
    }

    CallLimit limit() {
        if (limit == null) {
            throw new IllegalStateException(this + " is not a limit");
        }
        return limit;
    }

    /** Returns whether this part made a decision on a call of a tool. */
    public boolean decided(String tool, Decided decided) {
        if (!tools.contains(tool)) {
            return false;
        }
        return switch (kind) {
            case RULE -> decided.isByRule() && decided.rule().getAsInt() == number;
            case REQUIREMENT -> isPolicy(decided, "require:" + owner) && isMissing(decided);
            case LIMIT -> isPolicy(decided, "limit:" + owner) && isSpent(decided);
        };
    }

    private static boolean isPolicy(Decided decided, String policy) {
        return decided.policy().equals(Optional.of(policy));
    }

    /** Returns whether a denial names this requirement's tools, with a key if it has one. */
    private boolean isMissing(Decided decided) {
        boolean keyed = requirement().key().isPresent();
        JsonNode named = decided.metadata().get(keyed ? "prerequisites" : "missing");
        if (named == null) {
            return false;
        }
        for (JsonNode tool : named) {
            if (requirement().tools().stream().anyMatch(each -> Names.fits(each, tool.asText()))) {
                return true;
            }
        }
        return false;
    }

    private boolean isSpent(Decided decided) {
        JsonNode named = decided.metadata().get("limit");
        return named != null && named.asText().equals(words);
    }

    /** Returns it in words, such as {@code run_command: rule 2 "no-rm"}. */
    @Override
    public String toString() {
        String part = kind.name().toLowerCase(Locale.ROOT);
        return owner + ": " + part + " " + number
                + name.map(known -> " \"" + known + "\"").orElse("");
    }
}
