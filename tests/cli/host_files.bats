#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Files of the host that cannot be read, or that a container's are mounted over: what is unknown is
# "-" or null, the tasks are always there, and ps and top take every figure from the same place.

bats_require_minimum_version 1.5.0
load helper

setup() {
    unshare --mount true 2>/dev/null || skip "needs the right to mount"
    unset PROCFS_PATH
    cd "$BATS_TEST_TMPDIR" || return
    : >nothing
}

# with FILE STANDIN COMMAND...: the command where STANDIN is mounted over /proc/FILE.
with() {
    # shellcheck disable=SC2016 # the inner shell's
    unshare --mount --propagation private sh -c 'mount --bind "$2" "/proc/$1"; shift 2; exec "$@"' \
        sh "$@"
}

# shows_tasks COMMAND...: it succeeds, and its own row is there.
shows_tasks() {
    "$@" >out </dev/null
    grep -q "^ *[0-9]\+ .*\<top$" out
}

# tests/unit/host/test_host.c has which figures, the frame "unknown" what is shown of them.
@test "an empty file costs its own figures, and no task" {
    local file
    for file in stat meminfo loadavg uptime vmstat diskstats cpuinfo; do
        echo "without $file"
        shows_tasks with $file nothing "$DOTPROC_TOP" -b -n1 -w 512
    done
    with uptime nothing "$DOTPROC_TOP" -b -n1 >out
    grep -q ' up -, ' out
}

@test "JSON has null" {
    need_json
    with meminfo nothing "$DOTPROC_TOP" --json=lines -n1 -p $$ >frame
    expect_equal "memory" '[null]' "$(jq -c '[.summary.memory[], .summary.swap[], .tasks[]["%MEM"]] | unique' frame)"
    expect_equal "CPUs" '"object"' "$(jq -c '.summary.cpu | type' frame)"
    with stat nothing "$DOTPROC_TOP" --json=lines -n1 -p $$ >frame
    expect_equal "CPUs" null "$(jq -c .summary.cpu frame)"
    with loadavg nothing "$DOTPROC_TOP" --json=lines -n1 -p $$ >frame
    expect_equal "load" null "$(jq -c .summary.load frame)"
    with uptime nothing "$DOTPROC_TOP" --json=lines -n1 -p $$ >frame
    expect_equal "uptime" null "$(jq -c .summary.uptime frame)"
}

@test "CPUs that count no tick have no shares" {
    need_json
    printf 'cpu  0 0 0 0 0 0 0 0\ncpu0 0 0 0 0 0 0 0 0\n' >none
    with stat none "$DOTPROC_TOP" --json=lines -n1 -p $$ -1 >frame
    expect_equal "CPUs" '[null,[null]]' \
        "$(jq -c '[.summary.cpu, (.summary.cpus[0] | del(.id) | [.[]] | unique)]' frame)"
}

@test "a container's files are believed, by both programs" {
    need_json
    printf 'MemTotal: 1024 kB\nMemFree: 512 kB\nMemAvailable: 768 kB\n' >meminfo
    printf '93784.50 0.00\n' >uptime
    with meminfo meminfo "$DOTPROC_PS" -o pmem= -p $$ >share
    expect_equal "ps" 99.9 "$(tr -d ' ' <share)"
    with meminfo meminfo "$DOTPROC_PS" --json -o rss,pmem -p $$ >of_ps
    with meminfo meminfo "$DOTPROC_TOP" --json=lines -n1 -p $$ >of_top
    expect_equal "one rule" true "$(jq -n --slurpfile ps of_ps --slurpfile top of_top \
        '($ps[0][0] | .pmem / .rss) / ($top[0].tasks[0] | .["%MEM"] / .RES) | . > 0.9999 and . < 1.0001')"
    expect_equal "total" 1048576 "$(jq .summary.memory.total of_top)"
    with uptime uptime "$DOTPROC_TOP" --json=lines -n1 -p $$ >frame
    expect_equal "uptime" 93784.5 "$(jq .summary.uptime frame)"
    with uptime uptime "$DOTPROC_TOP" -b -n1 >out
    grep -q ' up 1 day,  2:03, ' out
}

@test "the host's procfs beside a container's files" {
    need_json
    printf 'MemTotal: 1024 kB\n' >meminfo
    printf '1.25 2.50 3.75 1/2 3\n' >loadavg
    # shellcheck disable=SC2016 # the inner shell's
    unshare --mount --propagation private sh -c 'mkdir host && mount -t proc proc host &&
        mount --bind meminfo /proc/meminfo && mount --bind loadavg /proc/loadavg &&
        exec "$@"' sh "$DOTPROC_TOP" --procfs="$PWD/host" --json=lines -n1 -p $$ >frame
    expect_equal "memory" "$(awk '/^MemTotal/ { printf "%.0f", $2 * 1024 }' /proc/meminfo)" \
        "$(jq .summary.memory.total frame)"
    expect_equal "load" false "$(jq '.summary.load == [1.25, 2.5, 3.75]' frame)"
}
