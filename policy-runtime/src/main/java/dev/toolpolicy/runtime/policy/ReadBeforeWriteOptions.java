package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.runtime.internal.fault.Require;
import dev.toolpolicy.schema.NormalPath;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The options of a read-before-write policy with their defaults; null where an option is off. Only a copy that belongs to
 * no policy yet is changed.
 */
final class ReadBeforeWriteOptions implements Cloneable {
    String name = ReadBeforeWritePolicy.NAME;
    final Set<String> readTools;
    final Set<String> writeTools;
    List<String> fields = List.of("path", "file_path", "filepath");
    NormalPath.Form form = NormalPath.Form.PLAIN;

    @Nullable
    Predicate<NormalPath> exists;

    @Nullable
    Function<NormalPath, Optional<String>> fingerprint;

    boolean writesCount;
    boolean denyWhenMissing;
    KeyRoom room = KeyRoom.DEFAULT;

    ReadBeforeWriteOptions(Collection<String> readTools, Collection<String> writeTools) {
        this.readTools = Set.copyOf(readTools);
        this.writeTools = Set.copyOf(writeTools);
    }

    ReadBeforeWriteOptions copy() {
        try {
            return (ReadBeforeWriteOptions) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Checks the names.
     *
     * @throws IllegalArgumentException if a name is empty, or a tool reads and writes
     */
    void check() {
        Require.name("policy name", name);
        requireNames(readTools, "tool that reads");
        requireNames(writeTools, "tool that writes");
        requireNames(fields, "field that names the file");
        Set<String> both = new TreeSet<>(readTools);
        both.retainAll(writeTools);
        if (!both.isEmpty()) {
            throw new IllegalArgumentException(
                    "a tool must either read or write, but these do both: " + String.join(", ", both));
        }
    }

    private static void requireNames(Iterable<String> names, String what) {
        if (!names.iterator().hasNext()) {
            throw new IllegalArgumentException("at least one " + what + " is required");
        }
        names.forEach(name -> Require.name("the name of a " + what, name));
    }
}
