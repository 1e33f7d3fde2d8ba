package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.remember.SuccessRecord;
import dev.toolpolicy.schema.NormalPath;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A policy that allows writing a file only after it was read in the session. Paths are compared by their {@linkplain
 * NormalPath normal form}. With a {@linkplain #withPaths workspace}, writing outside of it is denied. A write that names
 * no file is allowed unless {@link #denyWhenMissing} is set. Immutable; one policy serves any number of sessions.
 *
 * <p>Two options call the service's code about its files. It is called with the path's normal form, on the thread that
 * previews, checks or records, must return quickly, and can be called again for the same call. This is the only policy
 * here whose decisions don't depend on the session alone.
 */
public final class ReadBeforeWritePolicy extends RecordedFiles {
    /** The default name. */
    public static final String NAME = "read_before_write";

    private static final Set<String> READ_TOOLS = Set.of("read_file", "vfs_read_file");
    private static final Set<String> WRITE_TOOLS = Set.of("write_file", "edit_file", "vfs_write_file", "vfs_edit_file");

    private static final Logger LOG = System.getLogger(ReadBeforeWritePolicy.class.getName());

    private final ReadBeforeWriteOptions options;

    private final String reading;

    private final ToolSelector governs;

    private ReadBeforeWritePolicy(ReadBeforeWriteOptions options) {
        options.check();
        this.options = options;
        ToolSelector tools = ToolSelector.named(Stream.concat(options.readTools.stream(), options.writeTools.stream())
                .collect(Collectors.toUnmodifiableSet()));
        boolean standard = options.readTools.equals(READ_TOOLS) && options.writeTools.equals(WRITE_TOOLS);
        this.governs = standard ? tools.external() : tools;
        this.reading = "path in " + options.fields + " " + options.form;
    }

    /**
     * Creates a policy for the tools {@code read_file} and {@code vfs_read_file}, which read, and {@code write_file},
     * {@code edit_file}, {@code vfs_write_file} and {@code vfs_edit_file}, which write. An engine needn't have all of them.
     *
     * @return the policy, named {@value #NAME}
     */
    public static ReadBeforeWritePolicy standard() {
        return of(READ_TOOLS, WRITE_TOOLS);
    }

    /**
     * Creates a policy for other tools.
     *
     * @param readTools the tools that read a file, at least one
     * @param writeTools the tools that write or delete a file, at least one
     * @return the policy, named {@value #NAME}
     * @throws IllegalArgumentException if a list or a name is empty, or a tool is in both lists
     */
    public static ReadBeforeWritePolicy of(Collection<String> readTools, Collection<String> writeTools) {
        return new ReadBeforeWritePolicy(new ReadBeforeWriteOptions(readTools, writeTools));
    }

    private ReadBeforeWritePolicy with(Consumer<ReadBeforeWriteOptions> change) {
        ReadBeforeWriteOptions changed = options.copy();
        change.accept(changed);
        return new ReadBeforeWritePolicy(changed);
    }

    /**
     * Returns this policy with another name.
     *
     * @param name the name, not empty
     * @return the changed policy
     * @throws IllegalArgumentException if the name is empty
     */
    public ReadBeforeWritePolicy named(String name) {
        return with(its -> its.name = name);
    }

    /**
     * Returns this policy with other parameters that name the file.
     *
     * @param fields top-level parameters, at least one; the first that is a text in a call counts. The default is
     *     {@code path}, {@code file_path} and {@code filepath}. A write is denied early only when all parameters before
     *     the one that counts are complete, so name no more than the tools have
     * @return the changed policy
     * @throws IllegalArgumentException if there is none, or one is empty
     */
    public ReadBeforeWritePolicy inFields(String... fields) {
        return with(its -> its.fields = List.of(fields));
    }

    /**
     * Returns this policy with another normal form of paths.
     *
     * @param form the form; with a workspace, writing outside of it is denied
     * @return the changed policy
     */
    public ReadBeforeWritePolicy withPaths(NormalPath.Form form) {
        return with(its -> its.form = Objects.requireNonNull(form, "form"));
    }

    /**
     * Returns this policy, which then allows writing a file that doesn't exist.
     *
     * @param exists whether the file exists; if it throws, the write is denied
     * @return the changed policy
     */
    public ReadBeforeWritePolicy allowingNewFiles(Predicate<NormalPath> exists) {
        return with(its -> its.exists = Objects.requireNonNull(exists, "exists"));
    }

    /**
     * Returns this policy, where a write counts as a read: a written file may be written again.
     *
     * @return the changed policy
     */
    public ReadBeforeWritePolicy writesCountAsReads() {
        return with(its -> its.writesCount = true);
    }

    /**
     * Returns this policy, where a file that has changed since it was read must be read again. The fingerprint is taken
     * just before the read, so that a change during the read counts as a later one. If writes count as reads, it is
     * taken just after the write.
     *
     * @param fingerprint returns the file's fingerprint, such as a digest of its content; empty if it is unknown. If it
     *     throws, a write is denied, and a file that is read or written at that moment counts as unread
     * @return the changed policy
     */
    public ReadBeforeWritePolicy denyingStaleReads(Function<NormalPath, Optional<String>> fingerprint) {
        return with(its -> its.fingerprint = Objects.requireNonNull(fingerprint, "fingerprint"));
    }

    /**
     * Returns this policy, which then denies a write that doesn't name a file.
     *
     * @return the changed policy
     */
    public ReadBeforeWritePolicy denyWhenMissing() {
        return with(its -> its.denyWhenMissing = true);
    }

    /**
     * Sets how many files a session stores. When the limit is reached, other files can't be read or, if writes count as
     * reads, written. A path longer than 255 characters counts as several, one for each 256.
     *
     * @param limit the maximum number of files, at least 1; the default is 10,000
     * @return the changed policy
     * @throws IllegalArgumentException if {@code limit} is less than 1
     */
    public ReadBeforeWritePolicy maxFiles(int limit) {
        return with(its -> its.room = new KeyRoom(limit));
    }

    @Override
    public String name() {
        return options.name;
    }

    @Override
    public ToolSelector governs() {
        return governs;
    }

    @Override
    public String kind() {
        return "read_before_write";
    }

    @Override
    String reading() {
        return reading;
    }

    @Override
    public ToolPolicy.ArgumentNeeds needs(String tool) {
        return options.writeTools.contains(tool)
                ? new ToolPolicy.ArgumentNeeds(false, Set.copyOf(options.fields))
                : ToolPolicy.ArgumentNeeds.none();
    }

    /** Previews a call. A parameter that isn't complete yet may still arrive and take precedence over later ones. */
    @Override
    public Optional<PolicyDecision> preview(ToolCall call, JsonNode state, PolicyContext context) {
        ObjectNode arguments = call.arguments();
        for (String field : options.fields) {
            if (arguments.path(field).isTextual() || !options.writeTools.contains(call.tool())) {
                break;
            } else if (!arguments.has(field)) {
                return Optional.empty();
            }
        }
        return Optional.of(check(call, state, context));
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        Optional<NormalPath> path = target(call);
        if (options.writeTools.contains(call.tool())) {
            PolicyDecision decision = path.map(its -> check(call, its, state))
                    .orElseGet(() -> options.denyWhenMissing ? unnamed(call) : PolicyDecision.allow());
            if (!decision.isAllowed() || !options.writesCount) {
                return decision;
            }
        }
        return path.filter(its -> !hasRoom(its, state)).isPresent()
                ? options.room.denied(call)
                : PolicyDecision.allow();
    }

    private boolean hasRoom(NormalPath path, JsonNode state) {
        List<JsonNode> known = governs().names().stream()
                .map(tool -> SuccessRecord.keys(state, tool, reading))
                .toList();
        return options.room.has(known, path.toString());
    }

    /** Returns whether a tool whose success counts as reading has succeeded with the file. */
    private boolean isRead(NormalPath path, JsonNode state) {
        Set<String> tools = options.writesCount ? governs().names() : options.readTools;
        String file = path.toString();
        return tools.stream()
                        .anyMatch(
                                tool -> SuccessRecord.keys(state, tool, reading).has(file))
                && (options.fingerprint == null || ReadFiles.isKnown(state, name(), file, tools));
    }

    private PolicyDecision check(ToolCall call, NormalPath path, JsonNode state) {
        if (options.form.workspace().isPresent() && !path.staysBelow()) {
            return denied(call, path, "is outside of the workspace, so it can't be written");
        }
        if (!isRead(path, state)) {
            return isNew(path)
                    ? PolicyDecision.allow()
                    : denied(
                            call,
                            path,
                            "can be written only after it has been read in this session: call " + readers() + " first");
        }
        return isAsRead(path, state) || isNew(path)
                ? PolicyDecision.allow()
                : denied(call, path, "has changed since it was read: call " + readers() + " again");
    }

    private boolean isNew(NormalPath path) {
        return options.exists != null && !options.exists.test(path);
    }

    private boolean isAsRead(NormalPath path, JsonNode state) {
        Function<NormalPath, Optional<String>> fingerprint = options.fingerprint;
        return fingerprint == null
                || fingerprint
                        .apply(path)
                        .filter(now -> ReadFiles.isReadAs(state, name(), path.toString(), now))
                        .isPresent();
    }

    private String readers() {
        return String.join(" or ", new TreeSet<>(options.readTools));
    }

    private static PolicyDecision denied(ToolCall call, NormalPath path, String why) {
        Map<String, JsonNode> metadata = new LinkedHashMap<>();
        metadata.put("tool", TextNode.valueOf(call.tool()));
        metadata.put("path", TextNode.valueOf(path.toString()));
        return PolicyDecision.deny(VisibleText.quoted(path.toString(), VisibleText.NAME) + " " + why + ".", metadata);
    }

    private PolicyDecision unnamed(ToolCall call) {
        return PolicyDecision.deny(
                call.tool() + " must name a file in " + String.join(" or ", options.fields) + ".",
                Map.of("tool", TextNode.valueOf(call.tool())));
    }

    private Optional<NormalPath> target(ToolCall call) {
        ObjectNode arguments = call.arguments();
        return options.fields.stream()
                .map(arguments::path)
                .filter(JsonNode::isTextual)
                .findFirst()
                .map(value -> options.form.of(value.textValue()));
    }

    @Override
    public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
        Optional<NormalPath> path = target(call);
        if (!decision.isAllowed()
                || options.fingerprint == null
                || path.isEmpty()
                || !options.readTools.contains(call.tool())) {
            return state;
        }
        return fingerprint(path.get())
                .map(now -> ReadFiles.begin(
                        state, name(), path.get().toString(), context.time().toString(), now))
                .orElse(state);
    }

    @Override
    public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
        if (result.kind() == ToolResult.Kind.FAILURE) {
            return onFailure(call, state, context);
        }
        Optional<NormalPath> path = target(call);
        boolean reads = options.readTools.contains(call.tool());
        JsonNode done = SuccessRecord.add(state, call.tool());
        if (path.isEmpty() || !reads && !options.writesCount) {
            return done;
        } else if (!hasRoom(path.get(), state)) {
            return onFailure(call, done, context); // of calls that ran at the same time: it counts as unread
        }
        String file = path.get().toString();
        JsonNode after = SuccessRecord.add(done, call.tool(), reading, Set.of(file));
        if (options.fingerprint == null) {
            return after;
        }
        String begun = context.time().toString();
        return reads
                ? seen(
                        call.tool(),
                        file,
                        ReadFiles.begun(after, name(), file, begun),
                        ReadFiles.end(after, name(), file, begun))
                : seen(call.tool(), file, fingerprint(path.get()), after);
    }

    private JsonNode seen(String tool, String file, Optional<String> fingerprint, JsonNode state) {
        return fingerprint
                .map(its -> ReadFiles.readAs(state, name(), tool, file, its))
                .orElseGet(() -> ReadFiles.unread(state, name(), file));
    }

    /**
     * Returns the file's fingerprint; unknown if the service's code fails, which must not hide that a call succeeded.
     */
    private Optional<String> fingerprint(NormalPath path) {
        Function<NormalPath, Optional<String>> fingerprint = Objects.requireNonNull(options.fingerprint, "fingerprint");
        try {
            return Objects.requireNonNull(fingerprint.apply(path), "no fingerprint");
        } catch (Throwable e) {
            UserCode.passThrough(e);
            UserCode.log(LOG, Level.ERROR, "reading a file's fingerprint failed; the file counts as unread", e);
            return Optional.empty();
        }
    }

    @Override
    public JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
        return target(call)
                .filter(path -> options.readTools.contains(call.tool()))
                .map(path -> ReadFiles.end(
                        state, name(), path.toString(), context.time().toString()))
                .orElse(state);
    }

    @Override
    public String toString() {
        return options.name;
    }
}
