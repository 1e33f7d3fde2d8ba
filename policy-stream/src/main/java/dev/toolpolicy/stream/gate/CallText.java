package dev.toolpolicy.stream.gate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.stream.CompletedUnit;

/** The kind of a call's argument text, as far as the end of its response matters for it. */
final class CallText {
    private static final String BLANK = " \t\r\n";

    private CallText() {}

    /** Returns whether a call has no arguments: no text but JSON's white space, or {@code null}. */
    static boolean isAbsent(CompletedUnit call) {
        String text = call.text();
        int start = 0;
        int end = text.length();
        while (start < end && BLANK.indexOf(text.charAt(start)) >= 0) {
            start++;
        }
        while (end > start && BLANK.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return start == end || text.substring(start, end).equals("null");
    }

    /** Returns whether a call's text is a whole object, so that a cut behind it has taken nothing from the call. */
    static boolean isWhole(CompletedUnit call) {
        return call.arguments().filter(JsonNode::isObject).isPresent();
    }
}
