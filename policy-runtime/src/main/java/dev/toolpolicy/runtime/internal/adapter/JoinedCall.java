package dev.toolpolicy.runtime.internal.adapter;

import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.FragmentVisitor;
import org.jspecify.annotations.Nullable;

/**
 * The id, name and argument text of one call of chat completions, joined from its pieces. Providers may repeat id and
 * name in every piece.
 */
public class JoinedCall {
    private static final FragmentVisitor NOTHING = new FragmentVisitor() {};

    private final int position;
    private final StringBuilder name = new StringBuilder();
    private final StringBuilder text = new StringBuilder();
    private String id = "";
    /** Parses the text, if it was asked whether the text is whole. */
    private @Nullable FragmentParser parser;
    /** How many characters the parser has. */
    private int parsed;

    /**
     * Creates a call without pieces.
     *
     * @param position the call's position, from 0
     */
    public JoinedCall(int position) {
        this.position = position;
    }

    /**
     * Sets the id. The first that isn't empty stays.
     *
     * @param given the id of a piece, possibly empty
     */
    public final void identify(String given) {
        id = id.isEmpty() ? given : id;
    }

    /**
     * Adds to the name, unless the piece repeats it.
     *
     * @param piece the name of a piece, possibly empty
     */
    public final void addName(String piece) {
        name.append(piece.contentEquals(name) ? "" : piece);
    }

    /**
     * Appends argument text.
     *
     * @param piece the text of a piece, possibly empty
     */
    public final void append(String piece) {
        text.append(piece);
    }

    /** Returns the call's position, from 0. */
    public final int position() {
        return position;
    }

    /** Returns the provider's id, empty as long as it isn't known. */
    public final String id() {
        return id;
    }

    /** Returns the name so far. */
    public final CharSequence name() {
        return name;
    }

    /** Returns the argument text so far. */
    public final CharSequence text() {
        return text;
    }

    /**
     * Returns whether a piece that has only a name belongs to another call, since this one's arguments are whole, or have
     * begun under another name.
     *
     * @param another the name of the piece
     */
    public final boolean isFollowedBy(String another) {
        return !text.isEmpty() && (!another.contentEquals(name) || isWhole());
    }

    /** Returns whether the text is a whole value. Each question reads only what is new. */
    public final boolean isWhole() {
        FragmentParser current = parser == null ? new FragmentParser(ArgumentLimits.defaults(), NOTHING) : parser;
        parser = current.append(text.substring(parsed));
        parsed = text.length();
        return current.isComplete() && current.error().isEmpty();
    }
}
