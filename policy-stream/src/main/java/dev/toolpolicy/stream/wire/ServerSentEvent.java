package dev.toolpolicy.stream.wire;

import java.util.ArrayList;
import java.util.List;

/**
 * One event of a server-sent event stream, without its name, which all formats repeat in the data. Read as the HTML
 * standard says (section 9.2.6, "Interpreting an event stream"), except that an event without its closing blank line is
 * kept and marked.
 *
 * @param line where its data starts, from 1
 * @param data its data lines, joined by line feeds
 * @param terminated whether a blank line ended it
 */
record ServerSentEvent(int line, String data, boolean terminated) {

    /** Returns the events of a stream that have data. */
    static List<ServerSentEvent> all(String text) {
        List<ServerSentEvent> events = new ArrayList<>();
        List<String> data = new ArrayList<>();
        int start = 0;
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isEmpty() && !data.isEmpty()) {
                events.add(new ServerSentEvent(start, String.join("\n", data), true));
                data.clear();
            } else if (line.startsWith("data:")) {
                start = data.isEmpty() ? number : start;
                data.add(line.substring(line.startsWith("data: ") ? 6 : 5));
            }
        }
        if (!data.isEmpty()) {
            events.add(new ServerSentEvent(start, String.join("\n", data), false));
        }
        return events;
    }
}
