# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the benches share that compare with the system's programs for root and for an ordinary user, by
# CPU time (user + system). They set `build`; `rounds`, of which the median counts; `settled`: after
# so many scans a refresh of ours costs no more than any later one; and perhaps `refreshes`, how many are
# timed. Needs root.

: "${rounds:?is to be the number of rounds}"
: "${settled:?is to be a number of scans}"
: "${refreshes:=5}"

screen='40 120'

# shellcheck source=bench/common.bash
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"
export COLUMNS=120

[ "$(id -u)" -eq 0 ] || {
    echo "skipped: only root can be another user"
    exit 0
}
chmod 755 "$scratch"
install -m 755 "$build/ps/ps" "$build/top/top" "$build/bench/cost" "$scratch"
# shellcheck disable=SC2034 # for spent
cost=$scratch/cost
user="setpriv --reuid 65534 --regid 65534 --clear-groups"
# shellcheck disable=SC2034 # for those who source this
their_ps=$(stock ps)
# shellcheck disable=SC2034
their_top=$(stock top)

# compare WHO METHOD BAR STOCK OURS ARGUMENT...: BAR times less, or better; "-": no bar.
compare() {
    local label method=$2 bar=$3 theirs=$4 ours=$5 round who=
    [ "$1" = root ] || who=$user
    label="$1: ${5##*/} ${*:6}"
    shift 5
    : >"$scratch/theirs"
    : >"$scratch/ours"
    for ((round = 0; round < rounds; round++)); do
        [ -z "$theirs" ] || once "$method" "$theirs" "$@" >>"$scratch/theirs"
        once "$method" "$ours" "$@" >>"$scratch/ours"
    done
    awk -v label="$label" -v bar="$bar" -v theirs="$(median <"$scratch/theirs")" \
        -v ours="$(median <"$scratch/ours")" 'BEGIN {
            times = theirs != "" && ours > 0 ? theirs / ours : ""
            verdict = bar == "-" || times == "" ? "" : times >= bar ? "pass" : "FAIL"
            printf "%-28s %9.1f %9.1f %8.1f %8s %5s\n", label, theirs, ours, times, bar, verdict
            exit verdict == "FAIL"
        }' || missed=$((missed + 1))
}

heading() {
    printf '%-28s %9s %9s %8s %8s\n' "$1" system dotproc times 'at least'
}
