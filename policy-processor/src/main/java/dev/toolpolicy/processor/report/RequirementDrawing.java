package dev.toolpolicy.processor.report;

import dev.toolpolicy.Requirement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An SVG drawing of requirements: tools in columns, each to the right of the tools it requires. Only the arrows of a
 * cycle point to the left.
 */
final class RequirementDrawing {
    private static final int ROW = 52;
    private static final int HEIGHT = 32;
    private static final int GAP = 110;
    private static final double CHARACTER = 8.2;

    private final Map<String, Set<String>> required = new TreeMap<>();
    private final Map<String, String> keys = new LinkedHashMap<>();
    private final Set<String> known = new HashSet<>();
    private final Map<String, Box> boxes = new LinkedHashMap<>();
    private int width;
    private int height;

    private RequirementDrawing(List<ReportTool> tools) {
        tools.forEach(tool -> known.add(tool.name()));
        for (ReportTool tool : tools) {
            tool.requires().forEach(each -> each.tools().forEach(name -> add(tool.name(), name, each)));
        }
    }

    /** The position of a tool. */
    private record Box(int x, int y, int width) {}

    static void draw(List<ReportTool> tools, Html page) {
        RequirementDrawing drawing = new RequirementDrawing(tools);
        drawing.place();
        drawing.write(page);
    }

    private void add(String tool, String before, Requirement requirement) {
        required.computeIfAbsent(tool, name -> new TreeSet<>()).add(before);
        required.computeIfAbsent(before, name -> new TreeSet<>());
        requirement
                .key()
                .ifPresent(key ->
                        keys.putIfAbsent(before + " " + tool, key.argument().toString()));
    }

    private void place() {
        Map<Integer, List<String>> columns = new TreeMap<>();
        depths().forEach((tool, depth) ->
                columns.computeIfAbsent(depth, each -> new ArrayList<>()).add(tool));
        int x = 1;
        int top = 1;
        for (List<String> column : columns.values()) {
            int widest =
                    column.stream().mapToInt(RequirementDrawing::widthOf).max().orElse(0);
            for (int row = 0; row < column.size(); row++) {
                boxes.put(column.get(row), new Box(x, top + row * ROW, widthOf(column.get(row))));
            }
            x += widest + GAP;
            height = Math.max(height, top + column.size() * ROW - (ROW - HEIGHT) + 1);
            top = top == 1 ? 1 + ROW / 2 : 1; // so that arrows across a column pass between its boxes
        }
        width = x - GAP + 1;
    }

    private static int widthOf(String tool) {
        return (int) (tool.length() * CHARACTER) + 24;
    }

    /**
     * Returns for each tool the length of the longest chain of tools before it. A cycle is cut at its first tool by
     * name.
     */
    private Map<String, Integer> depths() {
        Map<String, Integer> depths = new TreeMap<>();
        Set<String> left = new TreeSet<>(required.keySet());
        while (!left.isEmpty()) {
            String next = left.stream()
                    .filter(tool ->
                            Objects.requireNonNull(required.get(tool)).stream().noneMatch(left::contains))
                    .findFirst()
                    .orElseGet(() -> left.iterator().next());
            left.remove(next);
            int deepest = Objects.requireNonNull(required.get(next)).stream()
                    .mapToInt(before -> depths.getOrDefault(before, -1))
                    .max()
                    .orElse(-1);
            depths.put(next, deepest + 1);
        }
        return depths;
    }

    private void write(Html page) {
        page.markup("<svg class=\"requirements\" role=\"img\" aria-label=\"graph of requirements\" width=\"" + width
                + "\" height=\"" + height + "\" viewBox=\"0 0 " + width + " " + height + "\">\n");
        required.forEach((tool, all) -> all.forEach(before -> arrow(page, before, tool)));
        boxes.forEach((tool, box) -> box(page, tool, box));
        page.markup("</svg>\n");
    }

    private void box(Html page, String tool, Box box) {
        page.markup("<rect " + (known.contains(tool) ? "" : "class=\"missing\" ") + "x=\"" + box.x + "\" y=\"" + box.y
                        + "\" width=\"" + box.width + "\" height=\"" + HEIGHT + "\" rx=\"5\"/>")
                .markup("<text x=\"" + (box.x + 12) + "\" y=\"" + (box.y + 21) + "\">")
                .text(tool)
                .markup("</text>\n");
    }

    private void arrow(Html page, String from, String to) {
        Box start = Objects.requireNonNull(boxes.get(from));
        Box end = Objects.requireNonNull(boxes.get(to));
        int x1 = start.x + start.width;
        int y1 = start.y + HEIGHT / 2;
        int x2 = end.x - 8;
        int y2 = end.y + HEIGHT / 2;
        int bend = Math.max(30, (x2 - x1) / 2);
        page.markup("<path d=\"M" + x1 + " " + y1 + " C" + (x1 + bend) + " " + y1 + " " + (x2 - bend) + " " + y2 + " "
                        + x2 + " " + y2 + "\"><title>")
                .text(to + " requires " + from)
                .markup("</title></path>");
        page.markup("<path class=\"arrow\" d=\"M" + x2 + " " + (y2 - 5) + " L" + (x2 + 8) + " " + y2 + " L" + x2 + " "
                + (y2 + 5) + " Z\"/>");
        String key = keys.get(from + " " + to);
        if (key != null) {
            page.markup("<text x=\"" + (x1 + 6) + "\" y=\"" + (y1 - 6) + "\">")
                    .text(key)
                    .markup("</text>");
        }
        page.markup("\n");
    }
}
