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
bin=$(cd "$(dirname "$self")" && pwd -P) || exit 2
lib=$(cd "$bin/../lib/toolpolicy" && pwd -P) || exit 2
java=${TOOLPOLICY_JAVA:-${JAVA_HOME:+$JAVA_HOME/bin/java}}
java=${java:-java}
command -v "$java" >/dev/null 2>&1 || {
    echo "toolpolicy needs Java 17 or newer: set JAVA_HOME or TOOLPOLICY_JAVA" >&2
    exit 2
}

if [ "${TOOLPOLICY_TRAIN:-}" = true ]; then # writes the archive of loaded classes
    exec "$java" -XX:ArchiveClassesAtExit="$lib/toolpolicy.jsa" -Xlog:disable -Dfile.encoding=UTF-8 \
        -XX:+UseSerialGC -cp "$lib/toolpolicy.jar" dev.toolpolicy.cli.Training
fi

# The short commands start fast; the proxy runs long.
case ${1:-} in
    proxy | mcp) speed= ;;
    *) speed='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' ;;
esac
# An archive that doesn't fit this Java is passed over without a word.
# shellcheck disable=SC2086
exec "$java" -XX:SharedArchiveFile="$lib/toolpolicy.jsa" -Xshare:auto -Xlog:disable -XX:-UsePerfData $speed \
    -Dfile.encoding=UTF-8 -Dtoolpolicy.program="$bin/$(basename "$self")" ${TOOLPOLICY_OPTS:-} -jar "$lib/toolpolicy.jar" "$@"
