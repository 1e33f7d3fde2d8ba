package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.schema.NormalPath;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The options of a read-before-write policy; null where an option is off. Immutable. */
record ReadBeforeWriteOptions(
        String name,
        Set<String> readTools,
        Set<String> writeTools,
        List<String> fields,
        NormalPath.Form form,
        @Nullable Predicate<NormalPath> exists,
        @Nullable Function<NormalPath, Optional<String>> fingerprint,
        boolean writesCount,
        boolean denyWhenMissing,
        KeyRoom room) {

    ReadBeforeWriteOptions {
        readTools = Set.copyOf(readTools);
        writeTools = Set.copyOf(writeTools);
        fields = List.copyOf(fields);
        if (name.isBlank()) {
            throw new IllegalArgumentException("policy name must not be empty");
        }
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
        names.forEach(name -> {
            if (name.isBlank()) {
                throw new IllegalArgumentException("the name of a " + what + " must not be empty");
            }
        });
    }

    ReadBeforeWriteOptions named(String changed) {
        return new ReadBeforeWriteOptions(
                changed, readTools, writeTools, fields, form, exists, fingerprint, writesCount, denyWhenMissing, room);
    }

    ReadBeforeWriteOptions ofFields(List<String> changed) {
        return new ReadBeforeWriteOptions(
                name, readTools, writeTools, changed, form, exists, fingerprint, writesCount, denyWhenMissing, room);
    }

    ReadBeforeWriteOptions inForm(NormalPath.Form changed) {
        return new ReadBeforeWriteOptions(
                name, readTools, writeTools, fields, changed, exists, fingerprint, writesCount, denyWhenMissing, room);
    }

    ReadBeforeWriteOptions probing(Predicate<NormalPath> probe) {
        return new ReadBeforeWriteOptions(
                name, readTools, writeTools, fields, form, probe, fingerprint, writesCount, denyWhenMissing, room);
    }

    ReadBeforeWriteOptions comparing(Function<NormalPath, Optional<String>> fingerprints) {
        return new ReadBeforeWriteOptions(
                name, readTools, writeTools, fields, form, exists, fingerprints, writesCount, denyWhenMissing, room);
    }

    ReadBeforeWriteOptions countingWrites() {
        return new ReadBeforeWriteOptions(
                name, readTools, writeTools, fields, form, exists, fingerprint, true, denyWhenMissing, room);
    }

    ReadBeforeWriteOptions strict() {
        return new ReadBeforeWriteOptions(
                name, readTools, writeTools, fields, form, exists, fingerprint, writesCount, true, room);
    }

    ReadBeforeWriteOptions remembering(KeyRoom files) {
        return new ReadBeforeWriteOptions(
                name, readTools, writeTools, fields, form, exists, fingerprint, writesCount, denyWhenMissing, files);
    }
}
