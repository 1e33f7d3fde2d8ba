package dev.toolpolicy.cli.internal.command;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine.Option;

/** The options that say where tools come from, beside policy files and the command's own class path. */
public final class ToolOptions {
    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description = "Jars and directories with annotated tools, separated as on a class path.")
    private String classpath = "";

    /**
     * Loads the tools.
     *
     * @return all tools; none if all of them are declared in policy files
     * @throws UsageException if a source can't be read, or two tools have the same name
     */
    public OfferedTools load() throws UsageException {
        List<ToolSpec<?>> tools = new ArrayList<>(compiled());
        try {
            return new OfferedTools(ToolCatalog.of(tools), List.of());
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private List<ToolSpec<?>> compiled() throws UsageException {
        ClassLoader own = ToolOptions.class.getClassLoader();
        if (classpath.isEmpty()) {
            return hasTools(own) ? ToolCatalog.load(own).tools() : List.of();
        }
        List<URL> urls = new ArrayList<>();
        for (String entry : classpath.split(File.pathSeparator)) {
            urls.add(url(Path.of(entry)));
        }
        // Stays open until the command ends: definitions load their records and lambdas late.
        ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), own);
        if (!hasTools(loader)) {
            throw new UsageException("--classpath " + classpath + " has no tools: compile them with policy-processor");
        }
        return ToolCatalog.load(loader).tools();
    }

    private static URL url(Path entry) throws UsageException {
        if (!Files.exists(entry)) {
            throw new UsageException("--classpath: there is no file " + entry);
        }
        try {
            return entry.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UsageException("--classpath: can't read " + entry);
        }
    }

    private static boolean hasTools(ClassLoader loader) {
        return ServiceLoader.load(ToolCatalog.Provider.class, loader)
                .findFirst()
                .isPresent();
    }
}
