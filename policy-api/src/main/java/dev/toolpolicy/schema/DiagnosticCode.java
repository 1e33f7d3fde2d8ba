package dev.toolpolicy.schema;

import java.util.Locale;

/**
 * The one set of codes for every problem: found in annotations at compile time, in configuration at load time, or in
 * a model's arguments at call time. Each has a page of its name in the documentation.
 */
public enum DiagnosticCode {
    /** A rule has a member that rules don't have. */
    UNKNOWN_MEMBER,
    /** A rule has no mode, or none of the four. */
    MODE,
    /** A condition without exactly one matcher, or a matcher without {@code arg}. */
    MATCHER_COUNT,
    /** {@code arg} is not a JSON Pointer. */
    POINTER_SYNTAX,
    /** A pointer gives an index where an array means any element. */
    ARRAY_INDEX,
    /** A pointer leads nowhere in the tool's schema. */
    UNKNOWN_POINTER,
    /** {@code match} on a pointer through no array, or another word than {@code any} and {@code all}. */
    QUANTIFIER,
    /** The matcher doesn't fit the parameter's type. */
    MATCHER_TYPE,
    /** The matcher's value doesn't fit the parameter's type. */
    VALUE_TYPE,
    /** An {@code enum} without values matches nothing. */
    EMPTY_ENUM,
    /** An empty {@code prefix} matches everything. */
    EMPTY_PREFIX,
    /** The matcher's value is not among the parameter's own allowed values. */
    VALUE_NOT_ALLOWED,
    /** A pattern is not of the dialect, or can't be matched in linear time. */
    INVALID_PATTERN,
    /** A pattern's automaton would pass a limit. */
    PATTERN_TOO_COMPLEX,
    /** No call can make this rule decide. */
    UNREACHABLE_RULE,
    /** Warning: it would take too much to find out whether this rule can decide. */
    UNDECIDED_RULE,
    /** Warning: some calls match no rule and are answered by the implicit {@code ask}. */
    NO_CATCH_ALL,
    /** Warning: {@code unattended} by one element of many, so that one good one would clear a bad one. */
    ANY_ELEMENT,
    /** Warning: {@code unattended} by one path while another path parameter has no earlier rule. */
    UNGUARDED_PATH,
    /** Warning: a parameter that rules look at is declared after a large one. */
    LATE_ARGUMENT,
    /** Warning: a rule for all tools doesn't fit one, which a later rule lets run unattended. */
    DROPPED_DEFAULT,
    /** Warning: an older form of configuration. */
    DEPRECATED_FORM,
    /** {@code @Tool} stands on something that is not a record. */
    NOT_A_RECORD,
    /** A tool's record is in the unnamed package, from which generated code can't import it. */
    NO_PACKAGE,
    /** A tool's record is private, or inside a private type, so generated code can't use it. */
    INACCESSIBLE_TOOL,
    /** {@code @Policy} stands on a type without {@code @Tool}. */
    POLICY_WITHOUT_TOOL,
    /** A tool uses two shared policies, or one that its class file wouldn't keep. */
    SHARED_POLICY,
    /** A tool's or parameter's name is empty, malformed or taken. */
    TOOL_NAME,
    /** Two tools have one name. */
    DUPLICATE_TOOL,
    /** A record component's type cannot be a parameter. */
    UNSUPPORTED_TYPE,
    /** A default value doesn't fit its parameter. */
    DEFAULT_VALUE,
    /** A tool nobody declared, in a requirement or a call. */
    UNKNOWN_TOOL,
    /** Tools require each other in a circle. */
    REQUIREMENT_CYCLE,
    /** A key pointer leads nowhere in a required tool. */
    MISSING_KEY,
    /** A requirement's key is optional, and the requirement doesn't say what happens to a call without it. */
    OPTIONAL_KEY,
    /** The two sides of a keyed requirement have keys of different types. */
    KEY_TYPE,
    /** A configuration is malformed or of the wrong shape. */
    CONFIG_SYNTAX,
    /** A name comes twice in one object of a configuration. */
    DUPLICATE_CONFIG_KEY,
    /** A configuration has a key that means nothing there. */
    UNKNOWN_KEY,
    /** Tool Policy itself failed. */
    INTERNAL,
    /** A call's text is not strict JSON. */
    MALFORMED_JSON,
    /** A name comes twice in one object of a call's text. */
    DUPLICATE_KEY,
    /** A call's text ended early. */
    TRUNCATED,
    /** A call's text passed one of the limits. */
    LIMIT_EXCEEDED,
    /** A call's arguments are no object. */
    NOT_AN_OBJECT,
    /** A call names a parameter that the tool doesn't have. */
    UNKNOWN_PARAMETER,
    /** A call lacks a required parameter. */
    MISSING_PARAMETER,
    /** A call's value is of another kind than its parameter. */
    TYPE_MISMATCH,
    /** A call's string is not among its parameter's allowed values. */
    NOT_ALLOWED_VALUE;

    private final String id = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /**
     * The code as it is printed, searched for and named in {@code @SuppressWarnings}.
     *
     * @return lower-case words joined by hyphens, such as {@code unknown-pointer}
     */
    public String id() {
        return id;
    }

    @Override
    public String toString() {
        return id;
    }
}
