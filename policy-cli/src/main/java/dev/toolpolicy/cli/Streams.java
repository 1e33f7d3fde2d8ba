package dev.toolpolicy.cli;

import dev.toolpolicy.cli.internal.command.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Help.Ansi;

/** The standard streams of the process. */
final class Streams {
    private Streams() {}

    /** The reader of the output has gone. */
    static final class ClosedException extends UncheckedIOException {
        private static final long serialVersionUID = 1L;

        ClosedException(IOException cause) {
            super(cause);
        }
    }

    /** Returns the console of the process. Colors are for terminals, unless the property {@code toolpolicy.color} says. */
    static Console console() {
        Ansi ansi = switch (System.getProperty("toolpolicy.color", "auto")) {
            case "always" -> Ansi.ON;
            case "never" -> Ansi.OFF;
            default -> Ansi.AUTO.enabled() ? Ansi.ON : Ansi.OFF;
        };
        return new Console(System.in, out(), errors(), ansi);
    }

    /** Returns standard output. Its methods throw a {@link ClosedException} after its reader has gone. */
    private static PrintStream out() {
        return new PrintStream(new Output(FileDescriptor.out), true, StandardCharsets.UTF_8);
    }

    /** Returns the stream of messages. */
    private static PrintStream errors() {
        return new PrintStream(new Output(FileDescriptor.err), true, StandardCharsets.UTF_8);
    }

    /** A print stream swallows an {@link IOException}, so this stream throws another one. */
    private static final class Output extends OutputStream {
        private final FileOutputStream target;

        Output(FileDescriptor file) {
            target = new FileOutputStream(file);
        }

        @Override
        public void write(int b) {
            try {
                target.write(b);
            } catch (IOException e) {
                throw new ClosedException(e);
            }
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            try {
                target.write(bytes, offset, length);
            } catch (IOException e) {
                throw new ClosedException(e);
            }
        }
    }
}
