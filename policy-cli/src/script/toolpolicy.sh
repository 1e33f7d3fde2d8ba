#!/bin/sh
# Runs toolpolicy with the Java of TOOLPOLICY_JAVA, of JAVA_HOME, or of the PATH; it needs Java 17 or newer.
self=$0
while [ -L "$self" ]; do
    link=$(readlink "$self")
    case $link in
        /*) self=$link ;;
        *) self=$(dirname "$self")/$link ;;
    esac
done
case $self in
    */*) bin=$(cd "${self%/*}" && pwd -P) || exit 2 ;;
    *) bin=$(pwd -P) ;;
esac
lib=$(cd "$bin/../lib/toolpolicy" && pwd -P) || exit 2
java=${TOOLPOLICY_JAVA:-${JAVA_HOME:+$JAVA_HOME/bin/java}}
java=${java:-java}
command -v "$java" >/dev/null 2>&1 || {
    echo "toolpolicy needs Java 17 or newer: set JAVA_HOME or TOOLPOLICY_JAVA" >&2
    exit 2
}

if [ "${TOOLPOLICY_TRAIN:-}" = true ]; then # writes the archive of loaded classes
    exec "$java" -XX:ArchiveClassesAtExit="$lib/toolpolicy.jsa" -Xlog:disable -Dfile.encoding=UTF-8 \
        -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$lib/toolpolicy.jar" dev.toolpolicy.cli.Training
fi

# The short commands start fast; the proxy runs long.
case ${1:-} in
    proxy | mcp) speed= ;;
    *) speed='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' ;;
esac

# HOME is the home directory, as for the agents, also where Java has another. An archive that doesn't fit this Java is passed over
# without a word.
run() { # exec or nothing, then arguments of Java
    how=$1
    shift
    # shellcheck disable=SC2086
    $how "$java" -XX:SharedArchiveFile="$lib/toolpolicy.jsa" -Xshare:auto -Xlog:disable -XX:-UsePerfData $speed \
        -Dfile.encoding=UTF-8 -Dtoolpolicy.program="$bin/$(basename "$self")" ${HOME:+"-Duser.home=$HOME"} \
        ${TOOLPOLICY_OPTS:-} "$@"
}

case "${1:-} ${2:-} ${TOOLPOLICY_HELPER:-on}" in
    'hook claude-code on' | 'hook codex on' | 'hook gemini on') ;;
    *) run exec -jar "$lib/toolpolicy.jar" "$@" ;;
esac

# The answer to an event of a coding agent comes from a helper that stays, for this directory and this command line. Where
# there is none, or it doesn't answer, a process of its own decides, and starts a helper for the next event.
event=$(cat)
root=${HOME:-}/.local/state/toolpolicy/helper
key=$(printf '%s\037' "$lib" "$java" "$PWD" "${CLAUDE_CONFIG_DIR-}" "${CODEX_HOME-}" "${GEMINI_CLI_HOME-}" \
    "${TOOLPOLICY_OPTS-}" "$@")
name=$(printf '%s' "$key" | /usr/bin/cksum)
folder=$root/${name%% *}

ask_helper() {
    [ -O "$folder" ] && [ -S "$folder/socket" ] && [ -O "$folder/socket" ] || return 1
    IFS= read -r known <"$folder/key" || : # it ends without a newline
    [ "$known" = "$key" ] || return 1
    said=$(printf '%s' "$event" | /usr/bin/curl -q -s --noproxy '*' --max-time 4 --unix-socket "$folder/socket" \
        -H Expect: --data-binary @- -w '%{http_code}' http://toolpolicy/)
    failure=$?
    answer=${said%???}
    case $failure${said#"$answer"} in # an answer that ended early is none
        0200)
            printf '%s' "$answer"
            exit 0
            ;;
        0422)
            printf '%s' "$answer" >&2
            exit 2
            ;;
    esac
    [ $failure = 7 ] || return # one that doesn't answer in time ends by itself
    rm -f "$folder/socket" "$folder/key"
    rmdir "$folder" 2>/dev/null
}

start_helper() {
    [ -n "${HOME:-}" ] && [ ${#folder} -lt 96 ] && [ -x /usr/bin/curl ] || return
    (umask 077 && mkdir -p "$root" && mkdir "$folder" && printf '%s' "$key" >"$folder/key") 2>/dev/null || return
    session=
    [ ! -x /usr/bin/setsid ] || session=/usr/bin/setsid
    ( # keeps none of the streams that the agent waits for
        exec </dev/null >/dev/null 2>&1
        speed=-XX:+UseSerialGC # it runs long
        run "exec $session" -Xmx192m -cp "$lib/toolpolicy.jar" dev.toolpolicy.cli.HookHelper \
            "$folder" "$lib/toolpolicy.jar" "$@"
    ) &
}

ask_helper
code=0
printf '%s' "$event" | run '' -jar "$lib/toolpolicy.jar" "$@" || code=$?
[ $code != 0 ] || start_helper "$@" # a command line that can't work needs none
exit $code
