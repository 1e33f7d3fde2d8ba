package dev.toolpolicy.test.policy.internal.mutation;

import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Matcher.Bound;
import java.util.ArrayList;
import java.util.List;

/**
 * The slips of a hand in one matcher: a shorter prefix, a wider glob or command, a pattern without its anchor, a bound
 * that is exclusive or no longer is. Stateless.
 */
final class MatcherMutants {
    private MatcherMutants() {}

    /**
     * A changed matcher.
     *
     * @param words what was changed
     * @param matcher the matcher in its place
     */
    record Slip(String words, Matcher matcher) {
        static Slip of(Matcher before, Matcher after) {
            return new Slip(after + " in place of " + before, after);
        }
    }

    /** Returns the changed matchers. */
    static List<Slip> of(Matcher matcher) {
        return switch (matcher.kind()) {
            case PATTERN -> pattern(matcher);
            case PREFIX -> prefix(matcher);
            case BOUND -> bound(matcher, matcher.bound().orElseThrow());
            case GLOB -> glob(matcher);
            case COMMANDS -> commands(matcher);
            case CONST, ENUM, HOST, IN_FACT, FROM -> List.of();
        };
    }

    private static List<Slip> pattern(Matcher matcher) {
        String regex = matcher.text();
        List<Slip> slips = new ArrayList<>();
        if (regex.length() > 1 && regex.startsWith("^")) {
            slips.add(Slip.of(matcher, Matcher.pattern(regex.substring(1))));
        }
        if (regex.length() > 1 && regex.endsWith("$") && !regex.endsWith("\\$")) {
            slips.add(Slip.of(matcher, Matcher.pattern(regex.substring(0, regex.length() - 1))));
        }
        return slips;
    }

    /** Drops the last component, or, of a text with one component, its last character. */
    private static List<Slip> prefix(Matcher matcher) {
        String text = matcher.text();
        String whole = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        int slash = whole.lastIndexOf('/');
        String shorter = slash > 0
                ? whole.substring(0, slash)
                : text.substring(0, text.offsetByCodePoints(text.length(), text.isEmpty() ? 0 : -1));
        return shorter.isEmpty() ? List.of() : List.of(Slip.of(matcher, Matcher.prefix(shorter)));
    }

    private static List<Slip> bound(Matcher matcher, Bound bound) {
        Bound other = switch (bound) {
            case MINIMUM -> Bound.EXCLUSIVE_MINIMUM;
            case MAXIMUM -> Bound.EXCLUSIVE_MAXIMUM;
            case EXCLUSIVE_MINIMUM -> Bound.MINIMUM;
            case EXCLUSIVE_MAXIMUM -> Bound.MAXIMUM;
        };
        return List.of(Slip.of(matcher, Matcher.bound(other, matcher.limit().orElseThrow())));
    }

    /** Makes the last component that isn't {@code **} wider: {@code *} for a name, {@code **} for {@code *}. */
    private static List<Slip> glob(Matcher matcher) {
        List<String> components = new ArrayList<>(List.of(matcher.text().split("/", -1)));
        for (int i = components.size() - 1; i >= 0; i--) {
            String component = components.get(i);
            if (!component.isEmpty() && !component.equals("**") && !component.equals("~")) {
                components.set(i, component.equals("*") ? "**" : "*");
                return List.of(Slip.of(matcher, Matcher.glob(String.join("/", components))));
            }
        }
        return List.of();
    }

    /** Makes each pattern wider: more arguments for literal words, one literal word fewer before a {@code *}. */
    private static List<Slip> commands(Matcher matcher) {
        List<Slip> slips = new ArrayList<>();
        for (int i = 0; i < matcher.texts().size(); i++) {
            String pattern = matcher.texts().get(i);
            String wider = wider(pattern);
            List<String> patterns = new ArrayList<>(matcher.texts());
            patterns.set(i, wider);
            if (!wider.equals(pattern)) {
                slips.add(new Slip(
                        "command \"" + wider + "\" in place of \"" + pattern + "\"",
                        Matcher.commands(patterns, matcher.lines())));
            }
        }
        return slips;
    }

    private static String wider(String pattern) {
        int last = pattern.lastIndexOf(' ');
        if (!pattern.endsWith("*") || pattern.endsWith("\\*")) {
            return pattern + " *";
        } else if (last < 0) {
            return pattern;
        } else if (last < pattern.length() - 2) {
            return pattern.substring(0, last) + " *"; // "npm run test*"
        }
        int before = pattern.lastIndexOf(' ', last - 1);
        return before < 0 ? pattern : pattern.substring(0, before) + " *"; // "git diff *"
    }
}
