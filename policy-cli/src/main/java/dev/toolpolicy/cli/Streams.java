package dev.toolpolicy.cli;

import dev.toolpolicy.cli.internal.command.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Help.Ansi;

/** The standard streams of the process. */
final class Streams {
    private Streams() {}

    /** The reader of the output has gone. An error, so that nothing but the end of the command catches it. */
    static final class ClosedError extends Error {
        private static final long serialVersionUID = 1L;

        ClosedError(IOException cause) {
            super(cause);
        }
    }

    /** Returns the console of the process. Colors are for terminals, unless the property {@code toolpolicy.color} says. */
    static Console console() {
        return new Console(System.in, to(FileDescriptor.out), to(FileDescriptor.err), () -> switch (System.getProperty(
                "toolpolicy.color", "auto")) {
            case "always" -> Ansi.ON;
            case "never" -> Ansi.OFF;
            default -> Ansi.AUTO.enabled() ? Ansi.ON : Ansi.OFF;
        });
    }

    /** Returns a stream whose methods throw {@link ClosedError} after its reader has gone. */
    private static PrintStream to(FileDescriptor file) {
        return new PrintStream(new Output(file), true, StandardCharsets.UTF_8);
    }

    /** A print stream swallows an {@link IOException}, so this stream throws another one. */
    private static final class Output extends OutputStream {
        private final FileOutputStream target;

        Output(FileDescriptor file) {
            target = new FileOutputStream(file);
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            try {
                target.write(bytes, offset, length);
            } catch (IOException e) {
                throw new ClosedError(e);
            }
        }
    }
}
