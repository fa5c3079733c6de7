# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the scripts of the bench share. They set `build`, the build directory, before they source it,
# and get `scratch`, a directory that is removed at their end. For refresh: `screen`, lines and columns;
# after `settled` frames one costs no more than any later one, and `refreshes` are timed.

: "${build:?is to be the build directory}"

# shellcheck source=tests/common/environment.bash
. "$(dirname "${BASH_SOURCE[0]}")/../tests/common/environment.bash"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
missed=0 # bars

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

# Of numbers, one a line.
median() {
    sort -g | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}

# Milliseconds of CPU time (user + system) of a command; `who` becomes the user, which is not in it.
cost=$build/bench/cost
spent() {
    # shellcheck disable=SC2086 # words
    ${who-} "$cost" "$@" 2>/dev/null | awk '{ print $1 / 1000 }'
}

# refresh WORDS [DELAY]: the same of a refresh of top on a terminal, once it has settled.
refresh() {
    # shellcheck disable=SC2086,SC2154 # words; whoever calls this sets them
    "$build/bench/refresh" $screen "$settled" "$refreshes" $1 -d "${2:-0.1}"
}

# The same of one in batch mode, which prints all rows.
refresh_batch() {
    local few many
    # shellcheck disable=SC2086 # words
    few=$(spent $1 -b -d 0.05 -n "$settled")
    # shellcheck disable=SC2086
    many=$(spent $1 -b -d 0.05 -n "$((refreshes + settled))")
    awk -v few="$few" -v many="$many" -v n="$refreshes" 'BEGIN { print (many - few) / n }'
}

# once METHOD COMMAND...: what it costs by `spent` or `refresh`, to the user that `who` becomes.
once() {
    if [ "$1" = refresh ]; then
        refresh "${who-} ${*:2}"
    else
        spent "${@:2}"
    fi
}

# The end of a run.
verdict() {
    if [ "$missed" -gt 0 ]; then
        echo "bench: $missed bar(s) missed"
        exit 1
    fi
    echo "bench: all bars passed"
}
