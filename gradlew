#!/bin/sh
# Builds Tool Policy. Runs Gradle's official wrapper; where Gradle's own site can't be reached, a `gradle` from the PATH,
# which on Debian and its kin is installed if need be. Arguments and exit code are Gradle's, but for these:
#   --args=...   works with every Gradle; a file named in it is looked for where you stand
#   -q --console=plain   are added when only programs are run, so that what they print stands alone
set -eu

say() { printf 'gradlew: %s\n' "$*" >&2; }
die() { say "$@"; exit 1; }

# ---- where this project is, whatever link led here
self=$0
while [ -h "$self" ]; do
    link=$(readlink "$self")
    case $link in
        /*) self=$link ;;
        *) self=$(dirname "$self")/$link ;;
    esac
done
root=$(cd "$(dirname "$self")" && pwd -P)
properties=$root/gradle/wrapper/gradle-wrapper.properties
wrapper=$root/gradle/wrapper/gradle-wrapper.jar
wrapper_sha256=cb0da6751c2b753a16ac168bb354870ebb1e162e9083f116729cec9c781156b8

# ---- which JDK
feature_of() { # java home: prints 17 for 17.0.15, nothing if there is no JDK
    [ -x "$1/bin/javac" ] || return 0
    "$1/bin/java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.specification\.version = \(1\.\)\{0,1\}\([0-9]*\).*/\2/p'
}

find_java() {
    if [ -n "${JAVA_HOME:-}" ]; then
        [ -x "$JAVA_HOME/bin/java" ] || die "JAVA_HOME=$JAVA_HOME has no bin/java. Tool Policy needs a JDK 17 or newer."
        java_home=$JAVA_HOME
    else
        command -v java >/dev/null 2>&1 || die "no java found. Tool Policy needs a JDK 17 or newer: install one or set JAVA_HOME."
        java_home=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
        # an 8 says where its runtime environment is, not where the JDK is
        case $java_home in */jre) [ ! -x "${java_home%/jre}/bin/javac" ] || java_home=${java_home%/jre} ;; esac
    fi
    feature=$(feature_of "$java_home")
    [ -n "$feature" ] || die "the Java in $java_home has no compiler. Tool Policy needs a JDK 17 or newer: install one or set JAVA_HOME."
    [ "$feature" -ge 17 ] || die "the Java in $java_home is a JDK $feature. Tool Policy needs a JDK 17 or newer: install one or set JAVA_HOME."
}

# The wrapper's Gradle can't run on JDKs newer than itself: it then runs on an older one, and tests and programs still on the one chosen.
jdk_for_wrapper() { # newest Java that it runs on
    [ "$feature" -gt "$1" ] || return 0
    for home in /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home "$HOME"/.sdkman/candidates/java/*; do
        older=$(feature_of "$home")
        if [ -n "$older" ] && [ "$older" -ge 17 ] && [ "$older" -le "$1" ]; then
            say "Gradle runs on the JDK $older in $home, tests and programs on the JDK $feature."
            chosen_jdk=$java_home
            java_home=$home
            return 0
        fi
    done
    die "Gradle $version runs on JDK 17 to $1, and only a JDK $feature was found: install one of these or set JAVA_HOME."
}

# ---- which Gradle
value_of() { sed -n "s/^$1=//p" "$properties" | sed 's/\\//g'; }

unpacked() {
    for ok in "${GRADLE_USER_HOME:-$HOME/.gradle}/wrapper/dists/gradle-$version-bin"/*/*.ok; do
        [ ! -e "$ok" ] || return 0
    done
    return 1
}

reachable() { # bounded: some seconds
    if command -v curl >/dev/null 2>&1; then
        curl -fsSIL --connect-timeout 4 -m 8 -o /dev/null "$url" 2>/dev/null
    elif command -v wget >/dev/null 2>&1; then
        wget -q --spider -T 4 -t 1 "$url" 2>/dev/null
    else
        return 1
    fi
}

verify_wrapper() {
    if command -v sha256sum >/dev/null 2>&1; then
        sum=$(sha256sum <"$wrapper")
    elif command -v shasum >/dev/null 2>&1; then
        sum=$(shasum -a 256 <"$wrapper")
    else
        die "neither sha256sum nor shasum is there to verify gradle/wrapper/gradle-wrapper.jar."
    fi
    [ "${sum%% *}" = "$wrapper_sha256" ] || die "gradle/wrapper/gradle-wrapper.jar isn't the official one: its SHA-256 is ${sum%% *}."
}

install_gradle() {
    if ! command -v apt-get >/dev/null 2>&1; then
        die "no gradle on the PATH: install Gradle 4.4 or newer, then try again."
    elif [ "$(id -u)" != 0 ]; then
        die "no gradle on the PATH: install it with 'sudo apt-get update && sudo apt-get install gradle', then try again."
    fi
    say "no gradle on the PATH: installing the package 'gradle'."
    log=$(mktemp)
    if ! { apt-get -o DPkg::Lock::Timeout=120 update &&
           DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends gradle; } >"$log" 2>&1 </dev/null
    then
        grep '^[EW]:' "$log" | tail -n 3 >&2 || :
        rm -f "$log"
        die "the package 'gradle' could not be installed; is there a network? Install Gradle 4.4 or newer by hand, then try again."
    fi
    rm -f "$log"
}

find_java
chosen_jdk=
version=$(value_of distributionUrl | sed 's/.*gradle-\(.*\)-bin\.zip/\1/')
url=$(value_of distributionUrl)

if unpacked || reachable; then
    verify_wrapper
    jdk_for_wrapper 24
    gradle=
else
    say "Gradle's own site can't be reached; using the gradle of this machine."
    command -v gradle >/dev/null 2>&1 || install_gradle
    gradle=$(command -v gradle) || die "the package 'gradle' is installed, but there is no gradle on the PATH."
fi

# ---- the command line
# Old Gradles know no --args, so all get it as a property.
quiet=-q
in=$#
next=
project=
while [ "$in" -gt 0 ]; do
    arg=$1
    shift
    in=$((in - 1))
    if [ -n "$next" ]; then
        arg=-PrunArgs=$arg
        next=
    else
        case $arg in
            --args=*) arg=-PrunArgs=${arg#--args=} ;;
            --args) next=args; continue ;;
            run | conformance | jmh | fuzz | :policy-*:run | :policy-*:conformance | :policy-*:jmh | :policy-*:fuzz) quiet="$quiet program" ;;
            -p | -p?* | --project-dir | --project-dir=*) project=said; quiet=no ;;
            -P?* | -D?* | --offline | --no-daemon) ;;
            *) quiet=no ;;
        esac
    fi
    case $quiet in no*) quiet=no ;; esac
    case $arg in -Pjdk=*) chosen_jdk= ;; esac
    set -- "$@" "$arg"
done
[ -z "$next" ] || die "--args needs a value: --args=FILE"
case $quiet in "-q program"*)
    [ -d "$root/policy-examples/build" ] || say "building what is to be run, which takes a minute or two the first time."
    set -- -q --console=plain "$@"
esac
[ -z "$chosen_jdk" ] || set -- "-Pjdk=$chosen_jdk" "$@"

# The module that the user stands in is meant, and anywhere else the whole project, if they don't say.
case $(pwd -P)/ in
    "$root"/*) [ -f build.gradle ] || project=${project:-$root} ;;
    *) project=${project:-$root} ;;
esac
case ${project:-said} in
    said) ;;
    *) set -- -p "$project" "$@" ;;
esac

# What Gradle hides from the programs that it runs: where the user stands, and whether they look at a terminal with colours.
color=never
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
    color=always
fi
set -- "-Ptoolpolicy.dir=$PWD" "-Ptoolpolicy.color=$color" "$@"

# Some tests wait for a server or a browser, so that one more task than there are processors keeps them busy.
case " $* " in
    *' --max-workers'*) ;;
    *) set -- "--max-workers=$(($(getconf _NPROCESSORS_ONLN) + 1))" "$@" ;;
esac

# ---- go
JAVA_HOME=$java_home
export JAVA_HOME
# Java reads its arguments in the locale's encoding: where that is ASCII, file names in other scripts would be lost.
case $(locale charmap 2>/dev/null || :) in
    ANSI_X3*) export LC_ALL=C.UTF-8 ;;
esac
if [ -z "$gradle" ]; then
    exec "$java_home/bin/java" -Xmx64m -Dfile.encoding=UTF-8 -Dorg.gradle.appname=gradlew \
        -classpath "$wrapper" org.gradle.wrapper.GradleWrapperMain "$@"
fi
# Debian's own start script prints the JVM's version each time: do what it does without that. This old Gradle calls every class file
# and jar of a newer Java malformed, in hundreds of lines, although all is well: they are left out.
home=$(dirname "$(dirname "$(readlink -f "$gradle")")")
if [ -f "$home/lib/gradle-launcher-4.4.1.jar" ]; then
    run_gradle() {
        "$java_home/bin/java" --add-opens java.base/java.lang=ALL-UNNAMED -Dfile.encoding=UTF-8 -Dorg.gradle.appname=gradle \
            -classpath "$home/lib/gradle-launcher-4.4.1.jar" org.gradle.launcher.GradleMain "$@"
    }
    exec 5>&1
    status=$({ { run_gradle "$@" 3>&-; echo $? >&3; } | sed -u -e '/^Malformed class file \[/d' -e '/^Malformed jar \[/d' \
        -e '/^To honour the JVM settings for this build/d' -e '/^Daemon will be stopped at the end/d' \
        -e '/^Parallel execution is an incubating/d' >&4; } 3>&1 4>&5)
    exit "${status:-1}"
fi
exec "$gradle" "$@"
