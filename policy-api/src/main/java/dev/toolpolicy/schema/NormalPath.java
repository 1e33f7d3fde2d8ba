package dev.toolpolicy.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The normal form of a path, by its text alone and the same on every system: {@code src/../.env} is {@code .env}. The
 * file system is never asked, so a link's target is not known here. Immutable.
 *
 * @param absolute whether it starts at the root
 * @param climbs how many leading {@code ..} a relative path keeps; 0 for an absolute one
 * @param components the components after those
 */
public record NormalPath(boolean absolute, int climbs, List<String> components) {

    /**
     * Checks and copies the components.
     *
     * @param absolute whether it starts at the root
     * @param climbs how many leading {@code ..} a relative path keeps; 0 for an absolute one
     * @param components the components after those
     */
    public NormalPath {
        components = List.copyOf(components);
    }

    /**
     * The normal form of a path. Empty and {@code .} components are dropped; {@code ..} takes the component before it
     * away; it stays at the start of a relative path and is dropped at the root of an absolute one.
     *
     * @param text a path with {@code /} between its components
     * @return its normal form
     */
    public static NormalPath of(String text) {
        boolean absolute = text.startsWith("/");
        int climbs = 0;
        List<String> components = new ArrayList<>();
        for (int start = 0; start <= text.length(); ) {
            int slash = text.indexOf('/', start);
            int end = slash < 0 ? text.length() : slash;
            String component = text.substring(start, end);
            if (component.equals("..")) {
                if (!components.isEmpty()) {
                    components.remove(components.size() - 1);
                } else if (!absolute) {
                    climbs++;
                }
            } else if (!component.isEmpty() && !component.equals(".")) {
                components.add(component);
            }
            start = end + 1;
        }
        return new NormalPath(absolute, climbs, components);
    }

    /**
     * Whether this path is {@code ancestor} or below it, by whole components. A climbing path is only below one that
     * climbs as far.
     *
     * @param ancestor the path above
     * @return true if it is
     */
    public boolean isAtOrBelow(NormalPath ancestor) {
        return absolute == ancestor.absolute
                && climbs == ancestor.climbs
                && components.size() >= ancestor.components.size()
                && components.subList(0, ancestor.components.size()).equals(ancestor.components);
    }

    /**
     * Whether it leads above the place it starts from.
     *
     * @return true if it starts with {@code ..}
     */
    public boolean climbsOut() {
        return climbs > 0;
    }

    /**
     * The normal form as text.
     *
     * @return components joined by {@code /}, without a trailing one; {@code .} for the empty path, {@code /} for the
     *     root
     */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>(Collections.nCopies(climbs, ".."));
        parts.addAll(components);
        String joined = String.join("/", parts);
        return absolute ? "/" + joined : joined.isEmpty() ? "." : joined;
    }
}
