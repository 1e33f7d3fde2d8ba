package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.internal.remember.RecordingPolicy;
import dev.toolpolicy.runtime.internal.remember.SuccessRecord;
import java.util.Set;
import java.util.stream.Collectors;

/** A policy on files that judges by the session's record of successful calls. */
abstract class RecordedFiles implements RecordingPolicy {

    /** Returns how the record of successes tells the files of a call from other keys. */
    abstract String reading();

    @Override
    public final Set<SuccessRecord.Entry> reads() {
        return governs().names().stream()
                .map(tool -> new SuccessRecord.Entry(tool, reading()))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public final JsonNode withoutOwn(JsonNode record) {
        return ReadFiles.without(record, name());
    }
}
