# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the scripts of the bench share. They set `build`, the build directory, before they source it,
# and get `scratch`, a directory that is removed at their end. For refresh: `screen`, lines and columns;
# after `settled` frames one costs no more than any later one, and `refreshes` are timed. For compare:
# `rounds`, and how its table looks.

: "${build:?is to be the build directory}"

# shellcheck source=tests/common/environment.bash
. "$(dirname "${BASH_SOURCE[0]}")/../tests/common/environment.bash"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
missed=0 # bars

# skip WHY: what cannot be measured on this machine, by this user, is not missed.
skip() {
    echo "skipped: $*"
    exit 77
}

# need_root WHY
need_root() {
    [ "$(id -u)" -eq 0 ] || skip "only root can $1"
}

# without_pins ARGUMENT...: starts the script again in a mount namespace with a /run of its own, where no pins are, and
# those of the host are not touched.
without_pins() {
    if [ -z "${BENCH_INSIDE-}" ]; then
        rm -rf "$scratch"
        BENCH_INSIDE=1 exec unshare --mount --propagation private "$BASH" "$0" "$@"
    fi
    mount -t tmpfs -o mode=755 none /run
}

# load_by COMMAND...: a load that says when it is ready, until unload. No coproc: bash may forget the second one of a name when it notices that the
# first has ended.
load_by() {
    local answer
    rm -f "$scratch/answer"
    mkfifo "$scratch/answer"
    exec {load_input}> >(exec "$@" >"$scratch/answer")
    load_pid=$!
    read -r answer <"$scratch/answer" || answer=
    [ "$answer" = ready ] || {
        echo "bench: no load on this machine: $*" >&2
        exit 1
    }
}

# load COUNT [PROCESSES]: threads that do nothing, until unload.
load() {
    load_by "$build/tests/common/threads" "$@"
}

unload() {
    exec {load_input}>&-
    wait "$load_pid"
}

# stock NAME: the system's program, unless it is missing or is ours.
stock() {
    local path
    for path in "/usr/bin/$1" "/bin/$1"; do
        if [ -x "$path" ] && ! "$path" -V 2>&1 | grep -qi dotproc; then
            echo "$path"
            return
        fi
    done
}

# stock_line 'NAME ARGUMENT...': the same of a command line.
stock_line() {
    local path
    path=$(stock "${1%% *}")
    echo "${path:+$path${1#"${1%% *}"}}"
}

# Of numbers, one a line, in files or the input.
median() {
    sort -g "$@" | awk '{ value[NR] = $1 } END {
        if (NR > 0)
            print NR % 2 ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2
    }'
}

# What precedes the command of an ordinary user.
# shellcheck disable=SC2034 # for those who source this
user="setpriv --reuid 65534 --regid 65534 --clear-groups"

# What measures a command line takes it as one word or more, and prints milliseconds of CPU time (user + system);
# `who` becomes the user, which is not in it.
#
# spent COMMAND...: once.
cost=$build/bench/cost
spent() {
    # shellcheck disable=SC2048,SC2086 # words
    ${who-} "$cost" $* 2>"$scratch/complaint" | awk '{ print $1 / 1000 }' || {
        cat "$scratch/complaint" >&2
        return 1
    }
}

# refresh TOP [DELAY]: a refresh of top on a terminal, once it has settled.
refresh() {
    # shellcheck disable=SC2086,SC2154 # words; whoever calls this sets them
    "$build/bench/refresh" $screen "$settled" "$refreshes" ${who-} $1 -d "${2:-0.1}"
}

# refresh_batch TOP [DELAY]: the same of one in batch mode, which prints all rows.
refresh_batch() {
    local few many
    few=$(spent "$1" -b -d "${2:-0.05}" -n "$settled")
    many=$(spent "$1" -b -d "${2:-0.05}" -n "$((refreshes + settled))")
    awk -v few="$few" -v many="$many" -v n="$refreshes" 'BEGIN { print (many - few) / n }'
}

# A table of the system's programs beside ours: printf's format of a row (what it is, milliseconds of the
# system's and of ours, how many times ours the system's are, the least that passes, and the verdict), and how many decimals
# the three numbers have.
: "${row_format:=%-28s %9s %9s %8s %8s %5s}"
: "${decimals:=1 1 1}"

# heading TITLE [THEIRS OURS]
heading() {
    local line
    # shellcheck disable=SC2059
    printf -v line "$row_format" "$1" "${2-system}" "${3-dotproc}" times "at least" ""
    echo "${line%"${line##*[! ]}"}"
}

# put_row LABEL BAR STOCK OURS: a row; false where it misses a bar that is a number. STOCK is '' where there is
# none.
put_row() {
    awk -v format="$row_format" -v decimals="$decimals" -v label="$1" -v bar="$2" -v theirs="$3" -v ours="$4" '
        function cell(value, decimals) { return value == "" ? "-" : sprintf("%." decimals "f", value) }
        BEGIN {
            split(decimals, decimal, " ")
            times = theirs != "" && ours > 0 ? theirs / ours : ""
            if (theirs != "" && bar + 0 > 0)
                verdict = times != "" && times >= bar ? "pass" : "FAIL"
            line = sprintf(format, label, cell(theirs, decimal[1]), cell(ours, decimal[2]),
                cell(times, decimal[3]), bar, verdict)
            sub(/ +$/, "", line)
            print line
            exit verdict == "FAIL"
        }'
}

# compare LABEL METHOD BAR STOCK OURS: a row of two command lines, the first '' where there is none. METHOD measures
# them in turns; the medians of the rounds, after `warmups` more, become `theirs` and `ours`.
compare() {
    local round
    # shellcheck disable=SC2154 # whoever calls this sets them
    for ((round = -${warmups:-0}; round < rounds; round++)); do
        [ "$round" -gt 0 ] || rm -f "$scratch/theirs" "$scratch/ours"
        [ -z "$4" ] || "$2" "$4" >>"$scratch/theirs"
        "$2" "$5" >>"$scratch/ours"
    done
    theirs=
    [ -z "$4" ] || theirs=$(median "$scratch/theirs")
    ours=$(median "$scratch/ours")
    put_row "$1" "$3" "$theirs" "$ours" || missed=$((missed + 1))
}

# The end of a run.
verdict() {
    if [ "$missed" -gt 0 ]; then
        echo "bench: $missed bar(s) missed"
        exit 1
    fi
    echo "bench: all bars passed"
}
