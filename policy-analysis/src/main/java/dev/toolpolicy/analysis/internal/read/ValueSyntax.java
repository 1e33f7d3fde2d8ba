package dev.toolpolicy.analysis.internal.read;

import java.util.Arrays;

/** The notation of a rule's values, and the names of its members in that notation. */
public enum ValueSyntax {
    /** JSON values, in policy files and in code. Messages write them as TOML does, like the guides. */
    TYPED {
        @Override
        public String nameOf(String member) {
            return member;
        }

        @Override
        public String catchAll() {
            return "{ mode = \"ask\" }";
        }
    },
    /**
     * Text, in annotations. The matchers' values are read by the parameter's type: plain text for strings and paths,
     * strict JSON for others.
     */
    TEXT {
        @Override
        public String nameOf(String member) {
            return switch (member) {
                case "const" -> "constant";
                case "enum" -> "oneOf";
                case "exclusive_minimum" -> "exclusiveMinimum";
                case "exclusive_maximum" -> "exclusiveMaximum";
                case "in_fact" -> "inFact";
                case "ignore_case" -> "ignoreCase";
                case "or_absent" -> "orAbsent";
                default -> member;
            };
        }

        @Override
        public String catchAll() {
            return "@Rule(mode = ASK)";
        }

        @Override
        public String assigned(String member, String value) {
            boolean list = value.startsWith("[");
            return super.assigned(member, list ? '{' + value.substring(1, value.length() - 1) + '}' : value);
        }
    };

    /**
     * Returns the name of a member in this notation.
     *
     * @param member the member's name in policy files
     * @return the name as typed
     */
    public abstract String nameOf(String member);

    /**
     * Returns the member with a name in this notation.
     *
     * @param name the name as typed
     * @return the member's name in policy files; the name itself if it is unknown
     */
    public String memberOf(String name) {
        return Arrays.stream(Keyword.values())
                .map(Keyword::word)
                .filter(word -> nameOf(word).equals(name))
                .findFirst()
                .orElse(name);
    }

    /**
     * Returns the rule that asks about every call.
     *
     * @return the text to type
     */
    public abstract String catchAll();

    /**
     * Returns a member with its value in this notation.
     *
     * @param member the member's name in policy files
     * @param value the value as JSON
     * @return the text to type, such as {@code glob = "src/**"}
     */
    public String assigned(String member, String value) {
        return nameOf(member) + " = " + value;
    }
}
