package dev.toolpolicy.jdbc;

import dev.toolpolicy.shared.BriefJava;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Java process of a test, with the test's own class path; its lines are kept as they come. */
public final class JavaProcess implements AutoCloseable {
    private final Process process;
    private final Thread reader;
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    private JavaProcess(Process process) {
        this.process = process;
        this.reader = new Thread(this::read);
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts a class's main method. */
    public static JavaProcess start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(BriefJava.command(
                "-Xmx256m", "-Dstdout.encoding=UTF-8", "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new JavaProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    private void read() {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add("broken: " + e);
        }
    }

    /** Says something to it on its standard input, and that this was all. */
    public void tell(String text) throws IOException {
        try (var input = process.getOutputStream()) {
            input.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** What it has said so far. */
    public List<String> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for its end, and tells its exit code. */
    public int end(long seconds) throws InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the process doesn't end; it said " + lines());
        }
        reader.join();
        return process.exitValue();
    }

    /** Kills it, wherever it is, and returns when it is gone and all that it said is here. */
    @Override
    public void close() {
        try {
            process.toHandle().destroyForcibly(); // the process's own method closes its output, even the unread part
            process.waitFor();
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
