package dev.toolpolicy.analysis.internal.read;

/** The notation of a rule's values, and the names of its members in that notation. */
public enum ValueSyntax {
    /** JSON values, in policy files and in code. */
    TYPED {
        @Override
        public String nameOf(String member) {
            return member;
        }

        @Override
        public String catchAll() {
            return "{\"mode\": \"ask\"}";
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
                default -> member;
            };
        }

        @Override
        public String catchAll() {
            return "@Rule(mode = ASK)";
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
        for (Keyword keyword : Keyword.values()) {
            if (nameOf(keyword.word()).equals(name)) {
                return keyword.word();
            }
        }
        return name;
    }

    /**
     * Returns the rule that asks about every call.
     *
     * @return the text to type
     */
    public abstract String catchAll();
}
