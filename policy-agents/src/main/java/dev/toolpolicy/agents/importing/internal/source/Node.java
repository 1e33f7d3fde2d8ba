package dev.toolpolicy.agents.importing.internal.source;

import java.util.List;
import java.util.Optional;

/**
 * A value of a file with its place: what JSON, TOML, YAML and Starlark have in common. Immutable.
 *
 * @param place where it stands
 * @param kind what it is
 * @param text the text of a scalar; of an object or list empty
 * @param items the elements of a list
 * @param members the members of an object, in the file's order, each name once
 */
public record Node(Place place, Kind kind, String text, List<Node> items, List<Member> members) {
    /** The kinds of values. */
    public enum Kind {
        /** Named values. */
        OBJECT,
        /** A sequence of values. */
        LIST,
        /** A string. */
        TEXT,
        /** A number, as written. */
        NUMBER,
        /** True or false. */
        BOOLEAN,
        /** No value, or one that isn't a literal. */
        NONE
    }

    /**
     * A named value.
     *
     * @param name the name
     * @param place where the name stands
     * @param value the value
     */
    public record Member(String name, Place place, Node value) {}

    /** Copies the components. */
    public Node {
        items = List.copyOf(items);
        members = List.copyOf(members);
    }

    /** Returns a scalar. */
    public static Node scalar(Place place, Kind kind, String text) {
        return new Node(place, kind, text, List.of(), List.of());
    }

    /** Returns a list. */
    public static Node list(Place place, List<Node> items) {
        return new Node(place, Kind.LIST, "", items, List.of());
    }

    /** Returns an object. */
    public static Node object(Place place, List<Member> members) {
        return new Node(place, Kind.OBJECT, "", List.of(), members);
    }

    /** Returns the value of a name; a {@link Kind#NONE} at this place if there is none. */
    public Node get(String name) {
        return find(name).orElseGet(() -> scalar(place, Kind.NONE, ""));
    }

    /** Returns the value of a path of names. */
    public Node at(String... names) {
        Node found = this;
        for (String name : names) {
            found = found.get(name);
        }
        return found;
    }

    /** Returns the value of a name. */
    public Optional<Node> find(String name) {
        return members.stream()
                .filter(member -> member.name().equals(name))
                .map(Member::value)
                .findFirst();
    }

    /** Returns whether an object has a name. */
    public boolean has(String name) {
        return find(name).isPresent();
    }

    /** Returns whether this is a string. */
    public boolean isText() {
        return kind == Kind.TEXT;
    }

    /** Returns whether this is an object. */
    public boolean isObject() {
        return kind == Kind.OBJECT;
    }

    /** Returns whether this is a list. */
    public boolean isList() {
        return kind == Kind.LIST;
    }

    /** Returns whether this is the word true or false. */
    public boolean is(boolean value) {
        return kind == Kind.BOOLEAN && text.equals(Boolean.toString(value));
    }

    /** Returns whether there is no value. */
    public boolean isNone() {
        return kind == Kind.NONE;
    }

    /** Returns the elements of a list, or this value alone if it is a string. */
    public List<Node> oneOrMore() {
        return isText() ? List.of(this) : items;
    }

    /** Returns the value as JSON on one line, to quote it. */
    public String written() {
        return switch (kind) {
            case OBJECT ->
                members.stream()
                        .map(member ->
                                quoted(member.name()) + ": " + member.value().written())
                        .collect(java.util.stream.Collectors.joining(", ", "{", "}"));
            case LIST -> items.stream().map(Node::written).collect(java.util.stream.Collectors.joining(", ", "[", "]"));
            case TEXT -> quoted(text);
            case NUMBER, BOOLEAN -> text;
            case NONE -> text.isEmpty() ? "null" : text;
        };
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
