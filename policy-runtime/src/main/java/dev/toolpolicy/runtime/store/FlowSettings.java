package dev.toolpolicy.runtime.store;

import dev.toolpolicy.runtime.internal.fault.Require;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings by which sessions record whose text they have read and which values their results and their user named.
 * Immutable.
 */
public final class FlowSettings {
    private static final int VALUES = 2_000;
    private static final int REQUEST = 20_000;
    private static final int MESSAGE = 4_000;
    private static final FlowSettings DEFAULTS = new FlowSettings(new byte[0], VALUES, REQUEST, MESSAGE);

    private final byte[] secret;
    private final int values;
    private final int request;
    private final int message;

    private FlowSettings(byte[] secret, int values, int request, int message) {
        this.secret = secret;
        Require.atLeastOne("values", values);
        Require.atLeastOne("requestValues", request);
        Require.atLeastOne("messageLength", message);
        this.values = values;
        this.request = request;
        this.message = message;
    }

    /**
     * Returns the defaults: no secret, at most 2,000 values in a set, 20,000 in {@code request}, and 4,000 characters of
     * a message.
     *
     * @return the defaults
     */
    public static FlowSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the secret of the digests that sessions keep in place of values. Without one, readers of the store can
     * test guesses of a value. With another secret, values that were recorded before equal nothing.
     *
     * @param text the secret, equal in all processes that share a store; at least 16 characters
     * @return a copy with this secret
     * @throws IllegalArgumentException if it is shorter
     */
    public FlowSettings withSecret(String text) {
        if (text.length() < 16) {
            throw new IllegalArgumentException("the secret must have at least 16 characters, has " + text.length());
        }
        return new FlowSettings(text.getBytes(StandardCharsets.UTF_8), values, request, message);
    }

    /**
     * Sets the maximum number of values in each set of a session but {@code request}. Later values are left out.
     *
     * @param most the number, at least 1
     * @return a copy with this limit
     * @throws IllegalArgumentException if it is less than 1
     */
    public FlowSettings withValues(int most) {
        return new FlowSettings(secret, most, request, message);
    }

    /**
     * Sets the maximum number of values that a session's user names. Later ones are left out.
     *
     * @param most the number, at least 1
     * @return a copy with this limit
     * @throws IllegalArgumentException if it is less than 1
     */
    public FlowSettings withRequestValues(int most) {
        return new FlowSettings(secret, values, most, message);
    }

    /**
     * Sets the maximum length of a user's message. A longer one names nothing.
     *
     * @param most the number of UTF-16 code units in all parts of the message, at least 1
     * @return a copy with this limit
     * @throws IllegalArgumentException if it is less than 1
     */
    public FlowSettings withMessageLength(int most) {
        return new FlowSettings(secret, values, request, most);
    }

    /**
     * Returns the secret.
     *
     * @return a copy of its bytes; empty if there is none
     */
    public byte[] secret() {
        return secret.clone();
    }

    /** Returns the maximum number of values in each set but {@code request}, at least 1. */
    public int values() {
        return values;
    }

    /** Returns the maximum number of values that the user names, at least 1. */
    public int requestValues() {
        return request;
    }

    /** Returns the maximum length of a user's message in UTF-16 code units, at least 1. */
    public int messageLength() {
        return message;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FlowSettings that
                && Arrays.equals(secret, that.secret)
                && values == that.values
                && request == that.request
                && message == that.message;
    }

    @Override
    public int hashCode() {
        return Objects.hash(Arrays.hashCode(secret), values, request, message);
    }

    /** Returns the settings without the secret. */
    @Override
    public String toString() {
        return "FlowSettings[values=" + values + ", requestValues=" + request + ", messageLength=" + message + "]";
    }
}
