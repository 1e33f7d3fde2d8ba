package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.model.HostRules;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.agents.importing.internal.syntax.ReadSettings;
import java.util.List;

/** A reader of one format of permission lists. Stateless. */
public interface ListReader {
    /**
     * Reads files that the host joins.
     *
     * @param files the files in the host's order, at least one
     * @param settings what isn't in the files
     * @throws SourceException if the host would refuse a file, or it can't be read
     */
    HostRules read(List<ListFile> files, ReadSettings settings) throws SourceException;
}
