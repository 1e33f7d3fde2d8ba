package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.policy.Release.Limit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a session has recorded, as plain lists, and what a release decides by it: the slow second implementation of
 * policies whose text changes.
 */
final class RecordedHistory {
    private final Set<String> done = new HashSet<>();
    private final Set<List<String>> doneWithKey = new HashSet<>();
    private final List<Counted> quota = new ArrayList<>();
    private final List<Counted> rate = new ArrayList<>();
    private final Map<Duration, Instant> windows = new HashMap<>();

    /** A call that a limit counted, under the key that the limit had then. */
    private record Counted(ToolCall call, Instant time, Optional<String> pointer) {}

    private static Optional<String> key(ToolCall call, String pointer) {
        JsonNode value = call.arguments().at(pointer);
        return value.isMissingNode() ? Optional.empty() : Optional.of(value.asText());
    }

    boolean allows(Release release, ToolCall call, Instant now) {
        return sequential(release, call)
                && keyed(release, call)
                && release.quota()
                        .map(its -> isFree(its, quota, call, Instant.MIN))
                        .orElse(true)
                && release.rate()
                        .map(its -> isFree(its, rate, call, now.minus(its.window())))
                        .orElse(true);
    }

    private boolean sequential(Release release, ToolCall call) {
        return !call.tool().equals("deploy") || done.containsAll(release.sequential());
    }

    private boolean keyed(Release release, ToolCall call) {
        if (!call.tool().equals("write")) {
            return true;
        }
        Optional<String> key = key(call, release.pointer());
        if (key.isEmpty()) {
            return false;
        }
        long met = release.keyed().stream()
                .filter(tool -> doneWithKey.contains(List.of(tool, release.pointer(), key.get())))
                .count();
        return release.all() ? met == release.keyed().size() : met > 0;
    }

    private static boolean isFree(Limit limit, List<Counted> counted, ToolCall call, Instant after) {
        return !limit.covers(call.tool())
                || counted.stream()
                                .filter(each -> limit.covers(each.call().tool()))
                                .filter(each -> each.time().isAfter(after))
                                .filter(each -> limit.pointer().isEmpty()
                                        || each.pointer().equals(limit.pointer())
                                                && key(
                                                                each.call(),
                                                                limit.pointer().get())
                                                        .equals(key(
                                                                call,
                                                                limit.pointer().get())))
                                .count()
                        < limit.calls();
    }

    void begin(Release release, ToolCall call, Instant now) {
        release.quota()
                .filter(its -> its.covers(call.tool()))
                .ifPresent(its -> quota.add(new Counted(call, now, its.pointer())));
        release.rate().filter(its -> its.covers(call.tool())).ifPresent(its -> {
            windows.entrySet()
                    .removeIf(each -> !each.getValue().plus(each.getKey()).isAfter(now));
            Duration longest = windows.keySet().stream()
                    .filter(each -> each.compareTo(its.window()) > 0)
                    .max(Duration::compareTo)
                    .orElse(its.window());
            rate.removeIf(each -> !each.time().isAfter(now.minus(longest)));
            windows.put(its.window(), now);
            rate.add(new Counted(call, now, its.pointer()));
        });
    }

    /** A success, as the policies of a release hear of it. */
    void succeed(Release release, ToolCall call) {
        String tool = call.tool();
        if (tool.equals("deploy")
                || tool.equals("write")
                || release.sequential().contains(tool)
                || release.keyed().contains(tool)) {
            done.add(tool);
        }
        if (release.keyed().contains(tool)) {
            key(call, release.pointer()).ifPresent(key -> doneWithKey.add(List.of(tool, release.pointer(), key)));
        }
    }

    /** A failure, as the policies of a release hear of it: each gives back what was counted under its key. */
    void fail(Release release, ToolCall call, Instant begun) {
        release.quota().ifPresent(its -> giveBack(its, quota, call, begun));
        release.rate().ifPresent(its -> giveBack(its, rate, call, begun));
    }

    private static void giveBack(Limit limit, List<Counted> counted, ToolCall call, Instant begun) {
        if (limit.covers(call.tool())) {
            counted.remove(new Counted(call, begun, limit.pointer()));
        }
    }
}
