#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What ps says when something is wrong, and the status it ends with.
#
# shellcheck disable=SC2154 # run sets stderr and stderr_lines
# shellcheck disable=SC2016,SC2009 # quoted for eval; it is our ps

bats_require_minimum_version 1.5.0
load helper

setup() {
    use_tree linux-6
}

# tests/compare/cases.py and tests/unit/ps/test_complaints.c have every message.
@test "-q with another selection is one line, without usage" {
    run -1 --separate-stderr ps -q 1 T
    [ "$output" = "" ]
    [ "$stderr" = 'q/-q/--quick-pid cannot be combined with other selection options.' ]
}

@test "an impossible screen size is a warning" {
    local warning='screen size is bogus. expect trouble'
    COLUMNS=8 run -0 --separate-stderr ps -p 1 --cols 80
    [ "$stderr" = "your 8x24 $warning" ]
    LINES=1 run -0 --separate-stderr ps -p 1
    [ "$stderr" = "your 131072x1 $warning" ]
    COLUMNS=9 LINES=2 run -0 --separate-stderr ps -p 1
    [ "$stderr" = "" ]
    # As in procps it comes first. With a command line that is read twice, procps has it twice.
    COLUMNS=5 run -1 --separate-stderr ps -o nosuch
    [[ $stderr == "your 5x24 $warning"$'\n''error: unknown '* ]]
    COLUMNS=5 PS_FORMAT=nosuch run -0 --separate-stderr ps -p 1
    expect_equal "before a warning" "your 5x24 $warning" "${stderr_lines[0]}"
    expect_equal "lines" 2 "${#stderr_lines[@]}"
}

@test "a complaint is on stderr alone, with status 1, and followed by how to get help" {
    run -1 --separate-stderr ps -o nosuch
    [ "$output" = "" ]
    [[ $stderr == 'error: unknown user-defined format specifier "nosuch"'*'ps --help'* ]]
    expect_equal "the last line" 'For more details see ps(1).' "${stderr_lines[-1]}"
    expect_equal "of help, too" 'For more details see ps(1).' "$(ps --help all | tail -n 1)"
}

@test "no file of ps takes the place of a closed standard output" {
    cd "$BATS_TEST_TMPDIR"
    run -1 bash -c "'$DOTPROC_PS' -p 1 --debug-file=lines >&-"
    [ "$output" = 'ps: write error: Bad file descriptor' ]
    [ -s lines ]
    run ! grep PID lines
}

@test "a wrong \$PS_FORMAT is warned of, and passed over" {
    PS_FORMAT=nosuch run -0 --separate-stderr ps -p 1
    [ "$stderr" = 'warning: $PS_FORMAT ignored. (unknown user-defined format specifier "nosuch")' ]
    [[ ${lines[0]} == *'PID TTY'* ]]
    # What may have been meant is a second line, of which a warning has no need.
    PS_FORMAT=pidd run -0 --separate-stderr ps -p 1
    [ "$stderr" = 'warning: $PS_FORMAT ignored. (unknown user-defined format specifier "pidd")' ]
}

@test "status 0 when something is shown, 1 when nothing is" {
    run -0 ps -p 1
    run -1 --separate-stderr ps -p 2147483647
    [[ $output == *'PID TTY'* ]]
    [ "$stderr" = "" ]
    run -1 ps -p 2147483647 -o pid=
    [ "$output" = "" ]
    run -1 ps -eN
    run -1 ps -C nosuchname
}

# expect_one_line STATUS COMMAND...: it ends so, with one line on stderr and nothing else.
expect_one_line() {
    run "-$1" --separate-stderr "${@:2}"
    expect_equal "output of ${*:2}" "" "$output"
    expect_equal "lines about ${*:2}" 1 "${#stderr_lines[@]}"
}

@test "status 47 and one line when there is no procfs" {
    local program folder=$BATS_TEST_TMPDIR/empty
    mkdir "$folder"
    for program in ps top; do
        [ $program = ps ] || [ -x "$DOTPROC_TOP" ] || continue
        expect_one_line 47 $program --procfs=/nonexistent
        [[ $stderr == "$program: "*'/nonexistent'* ]]
        expect_one_line 47 $program --procfs=/dev/null
        PROCFS_PATH=$folder expect_one_line 47 $program
        [[ $stderr == *"$folder"* ]]
    done
}

@test "without /proc the message is how to mount it" {
    unset PROCFS_PATH
    unshare --mount true 2>/dev/null || skip "needs the right to mount"
    [ -z "${DOTPROC_SANITIZED:-}" ] || skip "a sanitizer cannot do without /proc"
    run -47 --separate-stderr unshare --mount sh -c 'mount -t tmpfs none /proc && exec "$0" -e' \
        "$DOTPROC_PS"
    [ "${#stderr_lines[@]}" -eq 1 ]
    [ "$stderr" = 'Error, do this: mount -t proc proc /proc' ]
}

@test "a source that does not exist or cannot work says so" {
    local tree source program
    while read -r tree source; do
        use_tree "$tree"
        for program in ps top; do
            [ $program = ps ] || [ -x "$DOTPROC_TOP" ] || continue
            expect_one_line 1 $program --source="$source"
            [[ $stderr == *"$source"* ]]
            DOTPROC_SOURCE=$source expect_one_line 1 $program
        done
    done <<'END'
linux-6 nosuch
linux-6 flat
linux-6 dot
linux-2.5.62 task
END
}

@test "a full device is reported once, with status 1" {
    local options
    for options in -e -eLf '-p 1' --help L -V '-e --json'; do
        [[ $options != *json ]] || [ -z "${DOTPROC_WITHOUT_JSON:-}" ] || continue
        # shellcheck disable=SC2086 # several words
        run -1 --separate-stderr eval 'ps $options >/dev/full'
        expect_equal "$options" "ps: write error: No space left on device" "$stderr"
    done
    run -1 --separate-stderr eval 'ps -e >&-'
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ $stderr == 'ps: write error: '* ]]
}

# Writes to a pipe whose reader has gone already.
ps_to_nobody() {
    exec 3> >(:)
    ends_within $!
    ps -e >&3
}

@test "a reader that stops early is no error" {
    run -0 --separate-stderr ps_to_nobody
    [ "$stderr" = "" ]
}

@test "help by section, version, specifiers" {
    local section letter
    run -0 --separate-stderr ps --help
    [ "$stderr" = "" ]
    for section in simple list output threads misc all; do
        letter=${section:0:1}
        expect_equal "$section" "$(ps --help "$section")" "$(ps --help="$letter")"
        [ "$(ps --help "$section" | wc -l)" -gt 6 ]
    done
    expect_equal "all sections" "$(ps --help all | grep -c '^  ')" \
        "$(for section in s l o t m; do ps --help $section; done | grep -c '^  ')"
    # Scripts look for "procps", or take the last word of the only line.
    [[ $(ps -V) == 'ps from dotproc '[0-9]*', compatible with procps-ng '+([0-9.]) ]]
    expect_equal "one line" 1 "$(ps -V | wc -l)"
    expect_equal "V" "$(ps -V)" "$(ps V)"
    expect_equal "--version" "$(ps -V)" "$(ps --version)"
    expect_equal "--info begins with it" "$(ps -V)" "$(ps --info | head -n 1)"
    [[ $(ps L) == *$'\n''pid          PID     '$'\n'* ]]
    [[ $(PS_PERSONALITY=irix ps --info) == *'personality: irix'* ]]
}

# with_descriptors COUNT COMMAND...: so many, the first three included.
with_descriptors() {
    # shellcheck disable=SC2016 # for the inner shell
    run -1 --separate-stderr bash -c 'exec 3>&- </dev/null; ulimit -n "$1"; shift; exec "$@"' - "$@"
}

# Status 47 would say that there is no procfs.
@test "a lack of file descriptors is called by its name" {
    [ -z "${DOTPROC_SANITIZED:-}" ] || skip "the sanitizer takes some"
    unset PROCFS_PATH
    with_descriptors 4 "$DOTPROC_PS" -e
    [[ $stderr == *'ps: '*'Too many open files'* ]]
    need_top
    local count
    for count in 4 5 6; do
        with_descriptors "$count" "$DOTPROC_TOP" -b -n1
        [[ $stderr == *'top: '*'Too many open files'* ]]
    done
}

# with_stack KIB COMMAND...: the environment is on the stack, too.
with_stack() {
    env -i PATH="$PATH" PROCFS_PATH="$PROCFS_PATH" LC_ALL=C.UTF-8 TZ=UTC \
        bash -c 'ulimit -S -s "$1"; shift; exec "$@"' - "$@"
}

# The programs raise the limit, where they may.
@test "a small stack is enough, or missed by its name" {
    local program
    [ -z "${DOTPROC_SANITIZED:-}" ] || skip "the sanitizer takes some"
    expect_equal "rows" "$(ps -eLf)" "$(with_stack 32 "$DOTPROC_PS" -eLf)"
    [ ! -x "$DOTPROC_TOP" ] || with_stack 32 "$DOTPROC_TOP" -b -n 1 -H >/dev/null
    [ "$(id -u)" -eq 0 ] || return 0
    for program in "$DOTPROC_PS" "$DOTPROC_TOP"; do
        [ -x "$program" ] || continue
        for_everybody "$program"
        run -1 --separate-stderr setpriv --reuid 65534 --regid 65534 --clear-groups \
            env -i PATH="$PATH" bash -c 'ulimit -s 32; exec "$@"' - "$copy" -b
        give_back
        expect_equal "message" "${program##*/}: the limit of the stack is too small: see ulimit -s" "$stderr"
    done
}

# debug_lines TOPIC FILE: the lines about a topic, without their times.
debug_lines() {
    sed -nE "s/^[0-9]+\.[0-9]{3} $1: //p" "$2"
}

@test "--debug writes lines about its topics, and the listing stays the same" {
    local expected
    cd "$BATS_TEST_TMPDIR"
    expected=$(ps -e)
    run -0 --separate-stderr ps -e --debug=source,files --source=task
    expect_equal "output" "$expected" "$output"
    printf '%s\n' "$stderr" >lines
    expect_equal "no other lines" "" "$(grep -vE '^[0-9]+\.[0-9]{3} (source|files): ' lines)"
    [[ $(debug_lines source lines) == "opened task on $PROCFS_PATH, recorded"*'scan by task: '* ]]
    [[ $(debug_lines files lines) == 'scan: '*' files, '*' bytes'* ]]
    run -0 --separate-stderr ps -e --debug-file=lines
    expect_equal "output" "$expected" "$output"
    expect_equal "nothing on stderr" "" "$stderr"
    [ -n "$(debug_lines source lines)" ]
    [ -n "$(debug_lines files lines)" ]
    run -0 --separate-stderr ps -e --debug=ledger
    expect_equal "nothing about what is not there" "" "$stderr"
    run -1 --separate-stderr ps -e --source=dot --debug=source
    [[ $stderr == *' source: tried source dot: '*' source: none: source dot: '* ]]
}

# tests/unit/text/test_debug.c has the others.
@test "a wrong --debug is a message, and no list" {
    run -1 --separate-stderr ps -e --debug-file=/nowhere/file
    expect_equal "nothing on stdout" "" "$output"
    expect_equal "the file" 'ps: cannot open /nowhere/file: No such file or directory' "$stderr"
}
