#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ps --group-by: many tasks as few lines.
#
# shellcheck disable=SC2009 # it is our ps

bats_require_minimum_version 1.5.0
load helper

setup() {
    use_tree linux-6
}

summaries() {
    transcript 'ps -e --group-by user' 'ps -L -p 2,200,250,350 --group-by pool' \
        'ps -e --group-by user,s -o count,nlwp,rss,time,maj_flt' \
        'ps -u 0 --group-by pool --sort -rss,pool -o rss,vsz,pmem' 'ps axu --group-by user' \
        'ps -eLf --group-by user' 'ps -L -p 1,40,200,250 --group-by pid --sort -time -o time' \
        'ps -p 2,310,350 --group-by args --cols 60' 'ps -e --group-by tty -o count=NUMBER,tty=WHERE,rss:12' \
        'ps -e --group-by nlwp -o nlwp,rss' 'ps -p 1,200,350 --group-by comm,user,comm -o time=' \
        'ps -e --no-headers --group-by class'
}

@test "summaries" { expect_output ps/summaries summaries; }

@test "keys are whole in a pipe, and cut on a screen or by a width" {
    local args='/usr/sbin/web --listen=0.0.0.0:80 --root /srv/www --workers 14'
    expect_equal "a pipe" "1 $args " "$(ps -p 1,200 --group-by args,uid -o count= -o args= | grep -o "1 $args ")"
    expect_equal "a screen" "1 ${args:0:32}  3001" \
        "$(ps -p 200 --group-by args,uid -o count=,args=,uid= --cols 100 | sed 's/^ *//')"
    expect_equal "a width" "1 ${args:0:5}  3001" \
        "$(ps -p 200 --group-by args,uid -o count=,args:5=,uid= | sed 's/^ *//')"
}

# total SPECIFIER OPTIONS...: the sum over all objects, in hundredths.
total() {
    local column=$1
    shift
    ps "$@" --json | jq "[.[].$column] | add * 100 | round"
}

@test "sums are those of the rows" {
    need_json
    local column
    for column in count vsz nlwp maj_flt min_flt time; do
        expect_equal "$column" "$(total "$column" -e -o "comm,$column")" \
            "$(total "$column" -e --group-by comm -o "$column")"
    done
    expect_equal "of threads" "$(total time -eL -o comm,time)" \
        "$(total time -eL --group-by pool -o time)"
}

@test "resident memory, of which processes share, is that of the largest" {
    need_json
    local column
    for column in rss pmem; do
        expect_equal "$column" "$(ps -e -o "user,$column" --json | jq -c "[group_by(.user)[] | map(.$column) | max]")" \
            "$(ps -e --group-by user -o "$column" --sort user --json | jq -c "[.[].$column]")"
    done
}

@test "what threads share counts once for each process" {
    need_json
    expect_equal "memory of one process" '[67108864,15]' \
        "$(ps -L -p 200 --group-by pid -o rss,nlwp --json | jq -c '.[] | [.rss, .nlwp]')"
    expect_equal "in each group that has a thread of it" '[67108864]' \
        "$(ps -L -p 200 --group-by comm -o rss --json | jq -c '[.[].rss] | unique')"
}

@test "a process that is named twice counts once" {
    expect_equal "-p" 2 "$(ps -p 200,1,200 --group-by state -o count= | awk '{ n += $1 } END { print n }')"
    expect_equal "-q" 2 "$(ps -q 200,1,200 --group-by state -o count= | awk '{ n += $1 } END { print n }')"
}

@test "JSON: keys as they are, and the sums" {
    need_json
    expect_equal "pool" '{"count":13,"time":104.45,"pool":"web/*"}' \
        "$(ps -eL --group-by pool -o time --json | jq -c '.[0]')"
    expect_equal "nothing there is null" '[null]' \
        "$(ps -p 2 --group-by tty --json | jq -c '[.[].tty]')"
    expect_equal "a line a group" "$(ps -eL --group-by pool --no-headers | wc -l)" \
        "$(ps -eL --group-by pool --json=lines | jq -c . | wc -l)"
}

@test "pool and count are columns like others" {
    expect_equal "pool" "$(printf 'web\nweb log *)\nweb/*')" \
        "$(ps -L -p 200 -o pool= --sort tid | sort -u | LC_ALL=C sort)"
    expect_equal "count" "1" "$(ps -p 200 -o count= | tr -d ' ')"
}

@test "columns without a sum are left out, with one warning where they were chosen" {
    run -0 --separate-stderr ps -e --group-by user -o pid,rss,comm
    expect_equal "one line" \
        'warning: left out: pid,comm; not in --group-by' "$stderr"
    [[ ${lines[0]} =~ ^COUNT\ +RSS\ USER$ ]]
    run -0 --separate-stderr ps -ef --group-by user
    [ -z "$stderr" ]
    run -0 --separate-stderr ps -e -O rss --group-by user
    [ -z "$stderr" ]
    run -0 --separate-stderr ps -e --group-by user -o user,rss
    [ -z "$stderr" ]
    # What the environment would like to see of single tasks is no matter here.
    PS_FORMAT=pid,comm run -0 --separate-stderr ps -e --group-by user
    [ -z "$stderr" ]
}

@test "no tasks make no groups, and status 1" {
    need_json
    run -1 --separate-stderr ps -p 99999 --group-by user
    [ "${#lines[@]}" -eq 1 ]
    run -1 --separate-stderr ps -p 99999 --group-by user --json
    expect_equal "array" '[]' "$(jq -c . <<<"$output")"
}

@test "every specifier can be grouped by, or shows nothing exact" {
    local code
    while read -r code _; do
        printf '%s\n' "$code"
        ps -eL --group-by "$code" -o count --no-headers --delimiter '|' 2>&1 || :
    done >"$BATS_TEST_TMPDIR/groups" < <(ps L | grep -v '^count ')
    # shellcheck disable=SC2016 # fields of awk
    run -0 awk -F '|' '
        # Three of the 39 threads have no files, which only some columns need.
        function check() { if (code && sum < 36) print code ": " sum " threads" }
        /^[_%a-z0-9]+$/ { check(); code = $0; sum = 0; keys++; delete seen; next }
        /^error: nothing exact is shown to group by in / { sum = 36; keys--; others++; next }
        /^ *[0-9]+\|/ { sum += $1; sub(/^[^|]*/, ""); if (seen[$0]++) print code ": twice " $0 }
        END { check(); if (keys < 100 || others < 20) print keys " keys, " others " others" }
    ' "$BATS_TEST_TMPDIR/groups"
    expect_equal "what is wrong" "" "$output"
}

@test "flags are grouped by the part of them that is shown" {
    need_json
    expect_equal "text" "29 0|3 1|4 4" "$(ps -eL --group-by f -o count=,f= --sort f | awk '{ print $1, $2 }' | paste -sd '|')"
    expect_equal "JSON" '[0,1,4]' "$(ps -eL -o f --json | jq -c '[.[].f] | unique')"
}
