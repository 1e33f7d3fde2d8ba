package dev.toolpolicy.schema;

import java.util.Locale;

/**
 * The codes of all problems, found in annotations at compile time, in policy files at load time, or in a model's
 * arguments at call time. Each code has a page of its name in the documentation.
 */
public enum DiagnosticCode {
    /** A rule has an unknown member. */
    UNKNOWN_MEMBER,
    /** A rule has no mode, or an unknown one. */
    MODE,
    /** A condition without a matcher, a matcher without {@code arg} or {@code fact}, or with both of these. */
    MATCHER_COUNT,
    /** A rule with {@code all} and a condition of its own. */
    CONDITION_TWICE,
    /** A condition with {@code all} or {@code each} of its own, or one on a fact in {@code each}. */
    CONDITION_NESTED,
    /** A rule whose {@code all} has no conditions. */
    CONDITION_EMPTY,
    /** {@code each} does not point to an array of objects. */
    EACH_ARRAY,
    /** A rule's name is malformed, or another rule of the list has it. */
    RULE_NAME,
    /** A limit counts the calls of a rule that the tool's run list lacks; as a warning, of one that denies them. */
    UNKNOWN_RULE,
    /** An example that its rule doesn't decide, or a counterexample that it decides. */
    EXAMPLE_NOT_DECIDED,
    /** {@code arg} is not a JSON Pointer. */
    POINTER_SYNTAX,
    /** A pointer gives an index where an array means any element. */
    ARRAY_INDEX,
    /** A pointer leads nowhere in the tool's schema. */
    UNKNOWN_POINTER,
    /** {@code match} on a pointer that does not pass an array, or a word other than {@code any} and {@code all}. */
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
    /** A pattern is not in the supported dialect, or can't be matched in linear time. */
    INVALID_PATTERN,
    /** A pattern's automaton would exceed a limit. */
    PATTERN_TOO_COMPLEX,
    /** A pattern contains a backspace, where the boundary of a word was probably meant. */
    CONTROL_CHARACTER,
    /** A pattern of commands is malformed. */
    COMMAND_SYNTAX,
    /** A glob is malformed; as a warning, a path has characters that mean nothing there. */
    GLOB_SYNTAX,
    /** A host is one that no plain URL can have. */
    HOST_SYNTAX,
    /** A set of patterns of commands exceeds a limit. */
    COMMANDS_TOO_LARGE,
    /** A setting beside a matcher that has no use for it. */
    MATCHER_OPTION,
    /** A rule would allow a line of commands by one command of many. */
    MATCH_UNSAFE,
    /** A rule is about the home directory, and the engine doesn't know it. */
    HOME_NOT_SET,
    /** A requirement is about files, and the engine has no view of them. */
    FILES_NOT_SET,
    /** A limit counts over sessions, and the engine's store is in its own memory. */
    LIMIT_NOT_SHARED,
    /** Warning: the engine's settings don't say whether paths that begin with {@code ~/} are expanded. */
    HOME_NOT_DECIDED,
    /** Two declarations of one fact differ. */
    FACT_CONFLICT,
    /** A fact is not an array of values that can be compared with the argument. */
    FACT_TYPE,
    /** A condition on a label in a rule that allows. */
    LABEL_ALLOWS,
    /** A rule of a floor allows calls. */
    FLOOR_ALLOWS,
    /** {@code from} in a rule that is stricter than {@code allow}. */
    FROM_STRICTER,
    /** A condition names a label that no result carries. */
    UNKNOWN_LABEL,
    /** {@code from} names a set that no result fills. */
    UNKNOWN_SOURCE,
    /** A rule trusts a set that results with text of strangers fill. */
    UNTRUSTED_SOURCE,
    /** A layer fills a set that another layer owns. */
    FOREIGN_SOURCE,
    /** Warning: no current tool fills a set that a rule names. */
    SOURCE_NOT_FILLED,
    /** Warning: a tool fills a set with what a model may have told it. */
    SOURCE_ECHOES,
    /** Warning: what a model writes under a label can be read back without it. */
    LABEL_WASHED,
    /** Two lists with patterns of names tie for a tool. */
    AMBIGUOUS_TOOLS,
    /** Warning: a stricter list for several tools doesn't reach one with a list of its own, or no list uses it. */
    LIST_NOT_REACHED,
    /** A file that is read for some tools only is about another one. */
    OUTSIDE_SCOPE,
    /** A rule never applies to any call. */
    UNREACHABLE_RULE,
    /** Warning: a rule allows calls that a stricter rule below it would stop. */
    STRICTER_AFTER_ALLOW,
    /** Warning: the analysis can't prove that a rule can apply, or that it can't. */
    UNDECIDED_RULE,
    /** Warning: some calls match no rule and get the implicit {@code ask}. */
    NO_CATCH_ALL,
    /** Warning: one harmless element of an array would let a call with a harmful one run. */
    ANY_ELEMENT,
    /** Warning: a rule allows by one path while another path parameter has no earlier rule. */
    UNGUARDED_PATH,
    /** Warning: a parameter that rules read is declared after a large one. */
    LATE_ARGUMENT,
    /** Warning: a pattern that allows a string lets any text stand before or after. */
    PATTERN_NOT_ANCHORED,
    /** Warning: a rule allows a command line by its first characters, and more commands may follow. */
    COMMAND_BY_PREFIX,
    /** Warning: a rule stops a command line by its text, which a shell can write in other ways. */
    COMMAND_BY_PATTERN,
    /** Warning: rules stop some commands and let others run, which can run the ones that are stopped. */
    STOPS_ONLY_LISTED,
    /** Warning: a rule allows or stops the URLs of a host by their text. */
    URL_BY_PREFIX,
    /** Warning: a rule allows one address by its text, and several in one text match too. */
    SEVERAL_IN_ONE,
    /** Warning: a rule allows the URLs of a host with every scheme, so also unencrypted ones. */
    HOST_ANY_SCHEME,
    /** Warning: a rule allows numbers up to a limit, and all negative ones. */
    NO_LOWER_BOUND,
    /** Warning: a rule stops a command only without arguments. */
    STOPS_NOTHING_WITH_ARGUMENTS,
    /** Warning: a rule allows a command that runs other commands. */
    RUNS_ANYTHING,
    /** Warning: a rule would match the same calls without one of its patterns of commands. */
    UNUSED_PATTERN,
    /** Warning: a list for results asks, and the engine has no approver. */
    RESULTS_NOT_DELIVERED,
    /** Warning: a rule allows or stops a path that is declared as a string, so {@code ..} in it is not seen. */
    PATH_AS_STRING,
    /** Warning: a rule stops a relative path, and a later one allows the same path written absolutely. */
    STOPS_ONLY_RELATIVE,
    /** Warning: rules are about paths in a workspace, and nothing resolves links, which may lead out of it. */
    LINKS_NOT_RESOLVED,
    /** Warning: a rule stops a directory, and not what is below it. */
    STOPS_NOTHING_BELOW,
    /** Warning: a default rule doesn't fit one tool, and a later rule allows that tool's calls. */
    DROPPED_DEFAULT,
    /** Warning: a policy file uses an older form. */
    DEPRECATED_FORM,
    /** {@code @Tool} is on something that is not a record. */
    NOT_A_RECORD,
    /** A tool's record is in the unnamed package, from which generated code can't import it. */
    NO_PACKAGE,
    /** A tool's record is private, or inside a private type, so generated code can't use it. */
    INACCESSIBLE_TOOL,
    /** {@code @Policy} stands on a type without {@code @Tool}. */
    POLICY_WITHOUT_TOOL,
    /** A tool uses two shared policies, or one that its class file doesn't keep. */
    SHARED_POLICY,
    /** The name of a tool or parameter is empty, malformed or already used. */
    TOOL_NAME,
    /** Two tools have the same name. */
    DUPLICATE_TOOL,
    /** A record component has a type that can't be a parameter. */
    UNSUPPORTED_TYPE,
    /** A default value doesn't fit its parameter. */
    DEFAULT_VALUE,
    /** A requirement or a call names a tool that is not declared. */
    UNKNOWN_TOOL,
    /** Tools require each other in a cycle. */
    REQUIREMENT_CYCLE,
    /** A key pointer leads nowhere in a required tool. */
    MISSING_KEY,
    /** The two sides of a keyed requirement have keys of different types. */
    KEY_TYPE,
    /** A policy file is malformed or has the wrong shape. */
    CONFIG_SYNTAX,
    /** A name occurs twice in one object of a policy file. */
    DUPLICATE_CONFIG_KEY,
    /** A policy file has an unknown key. */
    UNKNOWN_KEY,
    /** Tool Policy itself failed. */
    INTERNAL,
    /** A call's text is not strict JSON. */
    MALFORMED_JSON,
    /** A name occurs twice in one object of a call's text. */
    DUPLICATE_KEY,
    /** A call's text ended early. */
    TRUNCATED,
    /** A call's text exceeds a limit. */
    LIMIT_EXCEEDED,
    /** A call's arguments are not an object. */
    NOT_AN_OBJECT,
    /** A call has a parameter that the tool doesn't declare. */
    UNKNOWN_PARAMETER,
    /** A call lacks a required parameter. */
    MISSING_PARAMETER,
    /** A value's type differs from its parameter's type. */
    TYPE_MISMATCH,
    /** A string is not one of its parameter's allowed values. */
    NOT_ALLOWED_VALUE;

    private final String id = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /**
     * Returns the code as it is printed, searched for and used in {@code @SuppressWarnings}.
     *
     * @return lower-case words joined by hyphens, such as {@code unknown-pointer}
     */
    public String id() {
        return id;
    }

    /**
     * Returns the address of the page that explains this code, from the project's root.
     *
     * @return a path such as {@code docs/reference/diagnostics/unknown-pointer.md}
     */
    public String page() {
        return "docs/reference/diagnostics/" + id + ".md";
    }

    @Override
    public String toString() {
        return id;
    }
}
