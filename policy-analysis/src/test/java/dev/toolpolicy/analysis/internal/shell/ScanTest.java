package dev.toolpolicy.analysis.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Lines that can't be read, each by an open backtick, and where a command may begin in them all the same: a rule that
 * denies a command finds it there. {@code \n} is a line break.
 */
class ScanTest {
    private static final CommandSet SET = CommandSet.of(List.of("rm *", "> out", "git push *"));

    private static final String FOUND = """
        rm x
        A=1 rm x
        A+=1 rm x
        A[1]=2 rm x
        A1_b=x rm x
        _=x rm x
        z=1 rm x
        Z=1 rm x
        a9=1 rm x
        A==1 rm x
        A=1=2 rm x
        A=1 B=2 rm x
        A=/bin/rm x
        A=/bin/x rm y
        A/rm x
        ./rm x
        /bin/rm x
        then rm x
        if rm x
        ! rm x
        do rm x
        else rm;
        sudo rm x
        sudo -u a rm x
        a/sudo -u b rm x
        setarch -R rm x
        linux64 rm x
        prlimit --nproc=1 rm x
        setpriv rm x
        sg root -c 'rm x'
        systemd-run -q rm x
        jobs -x rm x
        sudo a > b rm
        sudo (a rm)
        ls > a rm x
        ls 2>&1 rm x
        ls >& a rm x
        ls < a rm x
        ls <& 3 rm
        find -exec rm x
        find . -ok rm x
        find . -okdir rm x
        echo a\\nrm x
        echo a\\\\nrm x
        echo a\\\\\\nrm x
        echo 'rm x
        echo "rm x
        echo \\rm x
        echo x'rm x
        'r'm x
        r''m x
        r"m" x
        "rm" x
        \\rm x
        r\\m x
        rm' x
        { rm x
        {rm x
        (rm x
        x (rm x
        x{rm x
        $(rm x
        ;rm x
        |rm x
        &rm x
        x ; rm y
        x && rm y
        git push x
        git  push x
        git\tpush
        git 'push
        git p*h
        git $x
        git pu\\sh
        git
        A=1 git push
        ls > out
        ls >out
        ls >| out
        ls >> out
        ls &> out
        ls > o*t
        ls > 'out
        echo \\> out
        echo '>' out
        """;

    private static final String NOT_FOUND = """
        ls
        echo rm
        A[b c]=2 rm x
        A[1]+=2 rm x
        A[1=2 rm x
        1A=1 rm x
        9=1 rm x
        A-B=1 rm x
        A@=1 rm x
        A[=1 rm x
        `=1 rm x
        A{=1 rm x
        A/=1 rm x
        A:=1 rm x
        A = 1 rm x
        A++=1 rm x
        A+B=1 rm x
        A]=1 rm x
        =1 rm x
        é=1 rm x
        x A=1 rm y
        A=1 x rm y
        x/rm/y
        echo x/rm
        /bin/rmdir x
        rmdir x
        xrm x
        thenx rm x
        echo then rm
        sudox rm x
        sudo -u a; echo rm
        sudo a | echo rm
        sudo a\\necho rm
        ls > a; echo rm
        ls & echo rm
        find -execx rm x
        find x-exec rm x
        r*m x
        r$x
        r? x
        ~rm x
        r[m] x
        x (echo rm
        x;echo rm
        x || echo rm
        git pushx
        git -C x push
        git\\npush
        git;push
        echo git push
        ls >& out
        ls > outx
        ls > ./out
        ls > x out
        ls < out
        """;

    static Stream<String> found() {
        return lines(FOUND);
    }

    static Stream<String> notFound() {
        return lines(NOT_FOUND);
    }

    private static Stream<String> lines(String texts) {
        return texts.lines().map(line -> line.replace("\\n", "\n") + " `");
    }

    @ParameterizedTest
    @MethodSource("found")
    void aCommandMayBegin(String line) {
        assertThat(SET.some().verdict(line)).isEqualTo(Verdict.TRUE);
    }

    @ParameterizedTest
    @MethodSource("notFound")
    void noCommandBegins(String line) {
        assertThat(SET.some().verdict(line)).isEqualTo(Verdict.UNKNOWN);
    }
}
