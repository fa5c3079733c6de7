#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The table of control groups on a real terminal, and in batch mode.

bats_require_minimum_version 1.5.0
load ../cli/helper
load terminal
load top_terminal

setup_file() {
    export HOSTS=$BATS_FILE_TMPDIR/hosts
    "$BATS_TEST_DIRNAME/../cgroups/make" "$HOSTS"
    "$BATS_TEST_DIRNAME/../containers/make" "$HOSTS/names"
}

# begin_with_table OPTIONS...: start_top for what does not begin with the table of tasks.
begin_with_table() {
    type_line "clear; \"\$DOTPROC_TOP\" -d 1000 --cgroups $*; echo \"status \$?.\""
    wait_until is_on_other_screen
    shows '^Control groups'
}

recorded() {
    start_top -d 1000 --cgroup-root "$HOSTS/v2" --container-root "$HOSTS/names/root"
}

@test "8 shows the table, with figures that need two readings, and goes back" {
    recorded
    shows '^ +PID USER .* COMMAND *$'
    press 8
    shows '^NAME +%CPU +%THR +CPUS +MEM +MAX +KILLS'
    shows '^shop/web-7d9c5b6f4d-x2k8p/ +0\.0 +- +0\.50 +1000M'
    press 8
    shows '^ +PID USER .* COMMAND *$'
    press q
    ends 0
}

@test "a group of this host, and a task in it" {
    local mount
    mount=$(awk '$(NF - 2) == "cgroup2" { print $5; exit }' /proc/self/mountinfo)
    [ -n "$mount" ] || skip "there is no cgroup2"
    local name=dotproc-top-${DOTPROC_LEASH_PID:-$$}
    local group=$mount/$name
    mkdir "$group" 2>/dev/null || skip "control groups cannot be made here"
    sleep 1000 3>&- &
    local sleeper=$!
    if ! { echo $sleeper >"$group/cgroup.procs"; } 2>/dev/null; then
        kill $sleeper
        rmdir "$group"
        skip "no task can be moved here"
    fi
    unset PROCFS_PATH
    begin_with_table
    press /
    press -l "$name"
    press Enter
    shows "^/$name +0\.0"
    press Enter
    shows "^ *$sleeper .* sleep"
    press Down
    shows "^1 of [0-9]+: control group /$name"
    press q
    ends 0
    kill $sleeper
    wait $sleeper || :
    rmdir "$group"
}

@test "batch mode" {
    # Below the summary; a frame ends with an empty line.
    table() {
        top -b --cgroups --cgroup-root "$HOSTS/v2" --container-root "$HOSTS/names/root" "$@" |
            sed -n '/^Control groups/,$p'
    }
    expect_equal "rows" 12 "$(table -n 1 -w 200 | sed '1,2d; /^$/d' | wc -l)"
    expect_equal "the message" "Control groups: 12 by %CPU" "$(table -n 1 -w 200 | head -n 1)"
    table -n 1 -w 200 | grep -qE '^shop/web-7d9c5b6f4d-x2k8p/nginx +0\.0 +- +0\.50 '
    run -1 top -b --cgroups --json=lines -n 1
    [[ $output = *'ps --cgroups --json'* ]]
}
