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
need_root "be another user"
chmod 755 "$scratch"
install -m 755 "$build/ps/ps" "$build/top/top" "$build/bench/cost" "$scratch"
# shellcheck disable=SC2034 # for spent
cost=$scratch/cost
# shellcheck disable=SC2034 # for those who source this
their_ps=$(stock ps)

# compare_as WHO METHOD BAR 'ps|top ARGUMENT...': a row of root's or the user's.
compare_as() {
    local who=
    [ "$1" = root ] || who=$user
    compare "$1: $4" "$2" "$3" "$(stock_line "$4")" "$scratch/$4"
}
