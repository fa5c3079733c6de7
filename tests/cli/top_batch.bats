#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# top in batch mode, as scripts use it: the ways in and out, widths, frames, endings, messages. What
# it shows of each kernel is in generations.bats.

bats_require_minimum_version 1.5.0
load helper
load ../common/slow

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    use_tree linux-6
}

# The longest line that the tree has a use for.
longest() {
    top -b -n1 -c "$@" | awk '{ if (length > most) most = length } END { print most }'
}

@test "without a terminal a line has 80 columns, or COLUMNS" {
    [ "$(longest)" -le 80 ]
    [ "$(COLUMNS=45 longest)" -le 45 ]
    [ "$(COLUMNS=120 longest)" -gt 80 ]
    [ "$(COLUMNS=2 longest)" -le 80 ]
    [ "$(COLUMNS=many longest)" -le 80 ]
}

@test "-w sets the width; without a number it is COLUMNS or all there may be" {
    [ "$(longest -w 40)" -le 40 ]
    [ "$(COLUMNS=45 longest -w 60)" -gt 45 ]
    [ "$(longest -w)" -gt 80 ]
    [ "$(COLUMNS=45 longest -w)" -le 45 ]
    [ "$(top -b -n1 -w 3 | head -n 1)" = top ]
}

@test "-w without a number limits the lines of each frame to LINES" {
    [ "$(LINES=9 top -b -d0 -n2 -w | wc -l)" -eq 20 ]
    [ "$(LINES=9 top -b -n1 -w -p 1 | wc -l)" -eq 6 ]
    [ "$(LINES=9 top -b -n1 | wc -l)" -gt 9 ]
    [ "$(LINES=9 top -b -n1 -w 80 | wc -l)" -gt 9 ]
    [ "$(LINES=0 top -b -n1 -w | wc -l)" -gt 9 ]
    [ "$(LINES=many top -b -n1 -w | wc -l)" -gt 9 ]
    [ -n "${DOTPROC_WITHOUT_JSON:-}" ] ||
        [ "$(LINES=9 top --json=lines -n1 -w | jq '.tasks | length')" -gt 9 ]
}

@test "no file of top takes the place of a closed standard output" {
    run -1 bash -c "'$DOTPROC_TOP' -b -n1 --debug-file=lines >&-"
    [ "$output" = 'top: write error: Bad file descriptor' ]
    [ -s lines ]
    run ! grep PID lines
}

@test "the order is that of -o, high to low unless told otherwise" {
    local pids
    pids=$(top -b -n1 -o PID | awk 'seen { print $1 } /^ *PID/ { seen = 1 }' | grep .)
    [ "$pids" = "$(sort -rn <<<"$pids")" ]
    pids=$(top -b -n1 -o -PID | awk 'seen { print $1 } /^ *PID/ { seen = 1 }' | grep .)
    [ "$pids" = "$(sort -n <<<"$pids")" ]
}

shown_pids() {
    top -b -n1 "$@" | awk 'seen && NF { printf "%s ", $1 } /^ *PID/ { seen = 1 }'
}

# COUNT and COMMAND of each group.
groups() {
    top -b -n1 -w 200 "$@" | awk 'seen && NF { n = $2; sub(/.* [+][0-9]+ /, ""); printf "%s=%s ", n, $0 }
        /^ *PID/ { seen = 1 }'
}

@test "tasks are grouped by --group-by, or as the configuration has it" {
    [[ "$(groups --group-by program)" == *"1=bash "* ]]
    [ "$(groups --group-by=user)" = "9=3000 8=root 2=3001 1=65533 (reniced) " ]
    [ "$(groups --group-by user -H)" = "18=3001 9=3000 8=root 1=65533 (reniced) " ]
    [[ "$(groups --group-by pool)" == "13=web/* (web) "* ]] # of threads in any case
    mkdir -p home/.config/dotproc
    printf '%s\n' 'format = 1' '[window 1]' 'group-by = user' 'group-fields = PID COUNT COMMAND' \
        >home/.config/dotproc/toprc
    export HOME=$PWD/home
    unset XDG_CONFIG_HOME
    [ "$(groups)" = "9=3000 8=root 2=3001 1=65533 (reniced) " ]
    [ "$(top -b -n1 | awk '/ PID/ { $1 = $1; print }')" = "PID COUNT COMMAND" ]
    [ "$(top -b -n1 --group-by off | awk '/ PID/ { print NF }')" = 12 ]
    run -1 top -b -n1 --group-by name
}

@test "-p, -u and -U choose" {
    [ "$(shown_pids -p 300,1,310)" = '300 1 310 ' ] # where all are idle, as named
    [ "$(shown_pids -p 300,1,310 -o -PID)" = '1 300 310 ' ]
    [ "$(shown_pids -p 99999)" = '' ]
    [ "$(shown_pids -u 65533)" = '380 ' ]
    [ "$(shown_pids -U 65533)" = '380 ' ]
    [[ $(shown_pids -u '!3000') != *' 300 '* ]]
    [[ $(shown_pids -u '!3000') == *' 360 '* ]]
}

@test "an unmatched -p is no error" {
    run -0 --separate-stderr top -b -n1 -p 99999
    # shellcheck disable=SC2154 # run sets it
    [ -z "$stderr" ]
    [[ $output == *'Tasks: 0 total'* ]]
}

@test "as many frames as -n says, with an empty line behind each" {
    [ "$(top -b -d0 -n3 | grep -c '^top - ')" -eq 3 ]
    top -b -n1 -p 1 >one
    top -b -d0 -n3 -p 1 >three
    diff -u <(cat one one one) three
    [ "$(tail -n 2 one | head -n 1 | awk '{ print $NF }')" = init ]
    [ -z "$(tail -n 1 one)" ]
}

# A command line may be overwritten with anything.
@test "odd command lines stay on their row, which ends with no blank, and sort as shown" {
    cp -r "$PROCFS_PATH" tree
    printf '\0\0' >tree/300/cmdline
    printf 'one\0two\nlines  \0' >tree/310/cmdline
    : >tree/360/cmdline
    top -b -n1 -c -w 200 --procfs=tree -p 300,310,360 -o -COMMAND | tail -n 4 | cut -c 72- >shown
    diff -u - shown <<'END'
-
[rt]
one two lines

END
}

@test "a page has no scroll coordinates" {
    mkdir -p home/.config/dotproc
    printf 'format = 1\n[window 1]\ncoordinates = yes\n' >home/.config/dotproc/toprc
    HOME=$PWD/home top -b -n1 -p 1 >frame
    grep -q init frame
    [ "$(grep -c coordinates frame)" -eq 0 ]
}

@test "lines end where stock's do" {
    unset PROCFS_PATH
    top -b -n1 >frame
    [[ $(sed -n 3p frame) == *' st ' ]]
    [[ $(sed -n 4p frame) == *' buff/cache     ' ]]
    [[ $(sed -n 5p frame) == *' avail Mem ' ]]
    [ "$(sed '1,5d' frame | grep -c ' $')" -eq 0 ]
}

@test "every line a task: no summary of the host of another tree" {
    run -0 top -b -n1
    [[ $output != *'%Cpu'* && $output != *'MiB Mem'* && $output != *'load average'* ]]
}

@test "output that cannot be written is one message and status 1" {
    [ -w /dev/full ] || skip 'there is no /dev/full'
    local status=0
    top -b -n1 2>error >/dev/full || status=$?
    [ "$status" -eq 1 ]
    [ "$(wc -l <error)" -eq 1 ]
    grep -q '^top: .*No space left on device$' error
}

@test "a reader that stops early ends it quietly" {
    top -b -d0 2>error | head -n 1 >first
    [ "${PIPESTATUS[0]}" -eq 0 ]
    [ ! -s error ]
    grep -q '^top - ' first
}

@test "a signal that ends it is no error" {
    local signal pid
    for signal in INT TERM HUP QUIT ALRM USR1 USR2 PIPE VTALRM PROF IO XCPU PWR; do
        # bash has a job in the background ignore SIGINT and SIGQUIT: env gives them back.
        env --default-signal "$DOTPROC_TOP" -b -d 1000 >"frames.$signal" 2>error 3>&- &
        pid=$!
        wait_until test -s "frames.$signal"
        kill -"$signal" "$pid"
        ends_within "$pid"
        [ ! -s error ]
    done
}

# A file that nobody can open keeps its reader, as that of a task whose memory is locked does.
use_stuck_file() {
    use_slow gate
    stuck_top=(env "LD_PRELOAD=$PWD/slow.so" SLOW_FILE=300/cmdline "SLOW_GATE=$PWD/gate"
        "ASAN_OPTIONS=$SLOW_ASAN_OPTIONS" "$DOTPROC_TOP")
}

# Where all is read by the scan, and where only what is shown is read after it.
@test "a stuck task holds up no other, and is shown by its name" {
    local choice
    use_stuck_file
    for choice in '' '-u 3000'; do
        # shellcheck disable=SC2086 # words
        top -b -n2 -d0 -c -w 120 $choice >whole
        # shellcheck disable=SC2086 # words
        timeout "$WAIT_S" "${stuck_top[@]}" -b -n2 -d0 -c -w 120 $choice >stuck
        [ "$(grep -c ' -bash$' whole)" -eq 2 ]
        sed 's/ -bash$/ [bash]/' whole | diff -u - stuck
    done
}

# is_stuck PID: one of its threads waits for somebody to write.
is_stuck() {
    grep -qsE 'fifo|partner' "/proc/$1/task/"*/wchan
}

@test "a signal ends it while a task is stuck" {
    local signal choice pid
    use_stuck_file
    for choice in '' '-u 3000'; do
        for signal in INT TERM; do
            # shellcheck disable=SC2086 # words
            env --default-signal "${stuck_top[@]}" -b -c $choice --patience 0 >frames 2>error 3>&- &
            pid=$!
            wait_until is_stuck "$pid"
            kill -"$signal" "$pid"
            ends_within "$pid"
            [ ! -s error ]
        done
    done
}

@test "it tells about itself on standard output" {
    local option
    for option in -h --help -V --version -O --list-fields; do
        run -0 --separate-stderr top "$option"
        [ -n "$output" ]
        [ -z "$stderr" ]
    done
    [[ $(top -V) == 'top from dotproc '[0-9]*', compatible with procps-ng '+([0-9.]) ]]
    [ "$(top -O | grep -cx 'TIME+')" -eq 1 ]
}

# Each long one that the manual has.
@test "its help names every option" {
    local option
    local manual=$BATS_TEST_DIRNAME/../../man/top.1
    top --help >help
    grep '^\.It Fl' "$manual" | grep -o -- '-[a-z][-a-z]*' >options
    [ "$(wc -l <options)" -ge 24 ]
    while read -r option; do
        grep -q -- " -$option\>" help
    done <options
}

@test "--debug writes lines to standard error or to a file" {
    local expected
    expected=$(top -b -n1)
    run -0 --separate-stderr top -b -n1 --debug=source,ledger
    [ "$output" = "$expected" ]
    [[ $stderr == *' source: opened task on '*' ledger: delta: '* ]]
    run -0 --separate-stderr top -b -n1 --debug-file lines
    [ "$output" = "$expected" ]
    [ -z "$stderr" ]
    grep -qE '^[0-9]+\.[0-9]{3} files: scan: ' lines
    run -1 --separate-stderr top -b -n1 --debug=foo
    [[ $stderr == 'top: unknown topic "foo"; valid ones are all, source,'* ]]
}

@test "bad options are one message and status 1" {
    local words
    for words in '-n0' '-d x' '-p x' '-o nonsense' '-e x' '-w1' '-Q' '--nonsense' 'word' '-u none-such'; do
        # shellcheck disable=SC2086 # words
        run -1 --separate-stderr top -b $words
        [ -z "$output" ]
        [ "$(wc -l <<<"$stderr")" -eq 1 ]
        [[ $stderr == 'top: '* ]]
    done
}

shown_by_config() {
    top -b -n1 "$@" | sed -n '/COMMAND/,$p'
}

@test "stock's configuration is taken where there is none of ours" {
    export HOME=$PWD/home
    unset XDG_CONFIG_HOME
    mkdir -p "$HOME/.config/procps"
    print_stock_config >"$HOME/.config/procps/toprc"
    [[ "$(shown_by_config | head -n 1)" =~ ^COMMAND\ +PID\ S\ *$ ]]
    [ "$(shown_by_config | wc -l)" -eq 5 ]
    [[ "$(shown_by_config | sed -n 2p)" =~ ^init\ +1\ S\ *$ ]]

    # The options come after it, and -A does without.
    [[ "$(shown_by_config -o PID | sed -n 2p)" =~ ^init\ +1\  ]]
    [[ "$(shown_by_config -o +PID | sed -n 2p)" =~ ^spinner\ +32001\  ]]
    [[ "$(shown_by_config -A | head -n 1)" =~ ^\ +PID\ USER ]]
}

@test "what is quoted of a file, and the program's own name, are escaped" {
    local name=$'a\033[31mb' option
    export HOME=$PWD/home XDG_CONFIG_HOME=$PWD/xdg
    mkdir -p "$HOME" xdg/dotproc "$PWD/xdg/procps"
    printf 'format = 1\n\033[31mX\n' | tee xdg/dotproc/toprc >"xdg/dotproc/${name}rc"
    for option in -b --procps-rc; do
        run --separate-stderr top -n1 "$option"
        [ "$status" -eq 0 ]
        [[ "$stderr" == "top: $PWD/xdg/dotproc/toprc:2: "*'?[31mX'* ]]
    done
    for option in --version --help '--procps-rc' '-b -n1'; do
        # shellcheck disable=SC2086 # words
        (exec -a "$name" "$DOTPROC_TOP" $option) >said 2>&1
        grep -q 'a?\[31mb' said
        run -1 grep $'\033' said
    done
    grep -q '^a?\[31mb - ' said
}

@test "each field can be shown" {
    local fields count=0
    export HOME=$PWD/home
    mkdir -p "$HOME/.config/dotproc"
    # As many as have room in a line.
    while read -r fields; do
        printf 'format = 1\n[window 1]\nfields = %s\n' "$fields" >"$HOME/.config/dotproc/toprc"
        top -b -n1 -w 512 -p 1 | tail -n 3 >frame
        expect_equal header "$fields" "$(head -n 1 frame | xargs)"
        [ "$(sed -n 2p frame | wc -w)" -gt 1 ]
        count=$((count + 1))
    done < <(top -O | xargs -n 12)
    [ "$count" -gt 1 ]
}
