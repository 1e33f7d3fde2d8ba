package dev.toolpolicy.processor.mirror;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A Javadoc comment as plain text for models: inline tags are replaced by their content, HTML tags are removed.
 *
 * @param description the text before the block tags
 * @param parameters the text of each {@code @param}, by name
 */
public record DocComment(String description, Map<String, String> parameters) {
    private static final Set<String> BLOCKS =
            Set.of("p", "br", "ul", "ol", "li", "dl", "dt", "dd", "pre", "div", "table", "tr", "td", "th", "hr");

    public static DocComment of(@Nullable String comment) {
        Map<String, String> parameters = new LinkedHashMap<>();
        StringBuilder description = new StringBuilder();
        StringBuilder current = description;
        String parameter = "";
        for (String line : comment == null ? new String[0] : comment.split("\n", -1)) {
            if (line.strip().startsWith("@")) {
                keep(parameters, parameter, current);
                current = new StringBuilder();
                String[] words = line.strip().split("\\s+", 3);
                boolean documents = words[0].equals("@param") && words.length == 3;
                parameter = documents ? words[1] : "";
                current.append(documents ? words[2] : "");
            } else {
                current.append('\n').append(line);
            }
        }
        keep(parameters, parameter, current);
        return new DocComment(plain(description.toString()), parameters);
    }

    public String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }

    private static void keep(Map<String, String> parameters, String name, StringBuilder text) {
        if (!name.isEmpty()) {
            parameters.putIfAbsent(name, plain(text.toString()));
        }
    }

    private static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); ) {
            if (text.startsWith("{@", i)) {
                int end = endOfTag(text, i);
                plain.append(content(text.substring(i + 2, end)));
                i = end + 1;
            } else if (startsHtml(text, i) && text.indexOf('>', i) > 0) {
                int end = text.indexOf('>', i) + 1;
                plain.append(isBlock(text.substring(i, end)) ? " " : "");
                i = end;
            } else {
                plain.append(text.charAt(i++));
            }
        }
        return plain.toString()
                .lines()
                .map(String::strip)
                .collect(Collectors.joining(" "))
                .strip()
                .replaceAll(" +", " ")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
    }

    /** Returns whether a tag separates words, as {@code <p>} does and {@code <b>} doesn't. */
    private static boolean isBlock(String tag) {
        String name = tag.replaceAll("[^a-zA-Z0-9]+", " ").strip().split(" ")[0].toLowerCase(Locale.ROOT);
        return BLOCKS.contains(name);
    }

    private static boolean startsHtml(String text, int i) {
        return text.charAt(i) == '<'
                && i + 1 < text.length()
                && (Character.isLetter(text.charAt(i + 1)) || text.charAt(i + 1) == '/');
    }

    private static int endOfTag(String text, int start) {
        int depth = 0;
        for (int i = start; i < text.length(); i++) {
            depth += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return text.length();
    }

    /** Returns the text of an inline tag: x for {@code code x}, c for {@code link A#b c}, A.b for {@code link A#b}. */
    private static String content(String tag) {
        String[] words = tag.strip().split("\\s+", 2);
        if (words.length == 1) {
            return "";
        } else if (!words[0].startsWith("link")) {
            return words[1];
        }
        String[] link = words[1].split("\\s+", 2);
        String target = link[0].startsWith("#") ? link[0].substring(1) : link[0].replace('#', '.');
        return link.length == 2 ? link[1] : target;
    }
}
