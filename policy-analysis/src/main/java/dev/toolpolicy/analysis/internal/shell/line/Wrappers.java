package dev.toolpolicy.analysis.internal.shell.line;

import java.util.Set;

/** The names of commands that run a command which stands in their arguments, and the options that do. */
public final class Wrappers {
    public static final Set<String> NAMES = Set.of(("sudo doas env timeout time nice nohup stdbuf setsid ionice chrt"
        + " taskset flock watch xargs parallel command builtin exec eval trap noglob nocorrect repeat coproc - busybox"
        + " toybox chroot unshare nsenter strace ltrace script su runuser ssh bash sh dash zsh ksh mksh ash fish"
        + " setarch linux32 linux64 i386 x86_64 prlimit setpriv runcon choom sg pkexec systemd-run run0 jobs fakeroot"
        + " xvfb-run dbus-run-session unbuffer rlwrap firejail bwrap rbash csh tcsh")
            .split(" "));

    public static final Set<String> OPTIONS = Set.of("-exec", "-execdir", "-ok", "-okdir");

    private Wrappers() {}
}
