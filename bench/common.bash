# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the scripts of the bench share. A script sets `build`, the build directory, and sources this; then
# there are
#
#   scratch     a directory that anybody may enter, with cost in it, removed at the end
#   user        what precedes the command of an ordinary user, an array
#   missed      bars that were missed so far
#   load_pid    the load, from load_by to unload
#   at_end      what takes back what the script changes on the host
#
# and for compare, refresh and heading, unless the script has set them before or sets them later,
#
#   rounds      7, or $ROUNDS: how often compare measures both sides
#   warmups     0: how often before that
#   screen      40 120: lines and columns of top's terminal
#   settled     2: frames, after which one costs no more than any later one
#   refreshes   5: frames after these that are timed
#   row_format  printf's format of a row: what it is, milliseconds of the system's and of ours, how many times ours
#               the system's are, the least that passes, and the verdict
#   decimals    of these three numbers
#
# A command line, LINE, is one argument. If its first word is `user`, an ordinary user runs the rest, and what it takes
# to become that user is not measured.

: "${build:?must be the build directory}"
: "${rounds:=${ROUNDS:-7}}" "${warmups:=0}" "${screen:=40 120}" "${settled:=2}" "${refreshes:=5}"
: "${row_format:=%-28s %9s %9s %8s %8s %5s}" "${decimals:=1 1 1}"
user=(setpriv --reuid 65534 --regid 65534 --clear-groups)
missed=0
lacking=0 # bars without a program of the system to compare with

# shellcheck source=tests/common/environment.bash
. "$(dirname "${BASH_SOURCE[0]}")/../tests/common/environment.bash"

scratch=$(mktemp -d)
endings=()
trap take_back EXIT
chmod 755 "$scratch"
install -m 755 "$build/bench/cost" "$scratch"

# at_end COMMAND: runs it when the script ends, however it does, before the commands given earlier.
at_end() {
    endings=("$1" "${endings[@]}")
}

take_back() {
    local command
    for command in "${endings[@]}"; do
        eval "$command" || :
    done
    rm -rf "$scratch"
}

# skip WHY: what cannot be measured on this machine, by this user, is not missed.
skip() {
    echo "skipped: $*"
    exit 77
}

# need_root WHY
need_root() {
    [ "$(id -u)" -eq 0 ] || skip "only root can $1"
}

# need_command NAME...
need_command() {
    local name
    for name in "$@"; do
        command -v "$name" >/dev/null || skip "$name is missing"
    done
}

# Why nothing can be read by BPF; nothing if it can.
bpf_lacks() {
    local reason
    if [ ! -x "$build/dotproc-bpf/dotproc-bpf" ]; then
        echo "built without BPF"
    else
        reason=$("$build/ps/ps" --source=bpf -p 1 2>&1 >/dev/null) || echo "${reason:-no BPF}"
    fi
}

skip_unless_bpf() {
    local reason
    need_root "load programs"
    reason=$(bpf_lacks)
    [ -z "$reason" ] || skip "$reason"
}

# copy_for_user PROGRAM...: from the build directory, which may be below a home that others cannot enter, to `scratch`.
copy_for_user() {
    need_root "be another user"
    install -m 755 "${@/#/$build/}" "$scratch"
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

# load_by COMMAND...: a load that says when it is ready, until unload, which prints what else it says. No coproc: bash
# may forget the second one of a name when it notices that the first has ended.
load_by() {
    local answer
    rm -f "$scratch/answer"
    mkfifo "$scratch/answer"
    exec {load_input}> >(exec "$@" >"$scratch/answer")
    load_pid=$!
    exec {load_output}<"$scratch/answer"
    read -r -t 300 answer <&"$load_output" || answer=
    [ "$answer" = ready ] || skip "does not run on this machine: $*"
}

# load COUNT [PROCESSES]: threads that do nothing, until unload.
load() {
    load_by "$build/tests/common/threads" "$@"
}

unload() {
    exec {load_input}>&-
    cat <&"$load_output"
    exec {load_output}<&-
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

# median NAME...: of the numbers in files of `scratch`, one a line; nothing if there are none.
median() {
    { cat "${@/#/$scratch/}" 2>/dev/null || :; } | sort -g | awk '{ value[NR] = $1 } END {
        if (NR > 0)
            print NR % 2 ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2
    }'
}

# split LINE: its words into `words`, and what makes the ordinary user into `as`.
split() {
    read -ra words <<<"$1"
    as=()
    [ "${words[0]}" != user ] || as=("${user[@]}") words=("${words[@]:1}")
}

# What measures a command line prints milliseconds of CPU time (user + system).
#
# spent LINE: once.
spent() {
    local as words
    split "$1"
    "${as[@]}" "$scratch/cost" "${words[@]}" 2>"$scratch/complaint" | awk '{ print $1 / 1000 }' || {
        cat "$scratch/complaint" >&2
        return 1
    }
}

# refresh LINE [DELAY]: a refresh of top on a terminal, once it has settled.
refresh() {
    local as words
    split "$1"
    "$build/bench/refresh" "${screen% *}" "${screen#* }" "$settled" "$refreshes" "${as[@]}" "${words[@]}" -d "${2:-0.1}"
}

# refresh_batch LINE [DELAY]: the same of one in batch mode, which prints all rows.
refresh_batch() {
    local few many
    few=$(spent "$1 -b -d ${2:-0.05} -n $settled")
    many=$(spent "$1 -b -d ${2:-0.05} -n $((refreshes + settled))")
    awk -v few="$few" -v many="$many" -v n="$refreshes" 'BEGIN { print (many - few) / n }'
}

# heading TITLE [THEIRS OURS]: of a table of the system's programs beside ours.
heading() {
    local line
    # shellcheck disable=SC2059 # the format
    printf -v line "$row_format" "$1" "${2-system}" "${3-dotproc}" times "at least" ""
    echo "${line%"${line##*[! ]}"}"
}

# put_row LABEL BAR STOCK OURS: a row, which counts where it misses a bar that is a number. STOCK is '' where there is
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
        }' || missed=$((missed + 1))
}

# compare LABEL METHOD BAR STOCK OURS: a row of two command lines, the first '' where there is none. METHOD measures
# them in turns; the medians of the rounds count, whose figures stay in the files `theirs` and `ours`.
compare() {
    local round
    for ((round = -warmups; round < rounds; round++)); do
        [ "$round" -gt 0 ] || rm -f "$scratch/theirs" "$scratch/ours"
        [ -z "$4" ] || "$2" "$4" >>"$scratch/theirs"
        "$2" "$5" >>"$scratch/ours"
    done
    [ -n "$4" ] || [[ $3 != [0-9]* ]] || lacking=$((lacking + 1))
    put_row "$1" "$3" "$(median theirs)" "$(median ours)"
}

# compare_as root|user METHOD BAR 'ps|top ARGUMENT...' [LABEL]: a row of the system's and that of copy_for_user.
compare_as() {
    local as='' theirs
    [ "$1" = root ] || as='user '
    theirs=$(stock_line "$4")
    compare "${5-$1: $4}" "$2" "$3" "${theirs:+$as$theirs}" "$as$scratch/$4"
}

# The end of a run.
verdict() {
    if [ "$missed" -gt 0 ]; then
        echo "bench: $missed bar(s) missed"
        exit 1
    fi
    [ "$lacking" -eq 0 ] || skip "the system has no program of its own for $lacking bar(s)"
    echo "bench: all bars passed"
}
