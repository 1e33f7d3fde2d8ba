package dev.toolpolicy.analysis.internal.read;

/** How the values of a rule's members are written, and what the author calls the members. */
public enum ValueSyntax {
    /** As JSON values: in configuration and in code. */
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
     * As text: in annotations. The matchers' values are read by the parameter's type, plain text for strings and paths,
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
     * What the author calls a member.
     *
     * @param member the member in configuration's words
     * @return its name as typed
     */
    public abstract String nameOf(String member);

    /**
     * The member that the author calls so.
     *
     * @param name a member's name as typed
     * @return the member in configuration's words; the name itself if it is unknown
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
     * The rule that asks about every call.
     *
     * @return the text to type
     */
    public abstract String catchAll();
}
