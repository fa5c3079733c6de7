#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The table of control groups on a real terminal.

bats_require_minimum_version 1.5.0
load ../cli/helper
load terminal
load top_terminal

setup_file() {
    export HOSTS=$BATS_FILE_TMPDIR/hosts
    "$BATS_TEST_DIRNAME/../cgroups/make" "$HOSTS"
    "$BATS_TEST_DIRNAME/../containers/make" "$HOSTS/names"
}

@test "8 shows the table, with figures that need two readings, and goes back" {
    start_top -d 1000 --cgroup-root "$HOSTS/v2" --container-root "$HOSTS/names/root"
    shows '^ +PID USER .* COMMAND *$'
    press 8
    shows '^NAME +%CPU +%THR +CPUS +MEM +MAX +KILLS'
    shows '^shop/web-7d9c5b6f4d-x2k8p/ +0\.0 +- +0\.50 +1000M'
    press 8
    shows '^ +PID USER .* COMMAND *$'
    press q
    ends 0
}

# The pane needs the task's group before it can have figures of it.
@test "^G reads the figures of the group, also in a pause" {
    mkdir -p groups/system.slice/web.service
    touch groups/cgroup.controllers
    echo '50000 100000' >groups/system.slice/web.service/cpu.max
    start_top_on_tree -d 1000 --cgroup-root groups -p 200
    shows '^ +200 '
    no_longer_shows 'reading the tasks'
    press p
    shows '^Paused: '
    press C-g
    shows '^0::/system\.slice/web\.service, .*CPU limit 0\.50'
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
    run_top -d 1000 --cgroups
    wait_until is_on_other_screen
    shows '^Control groups'
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
    ends_within $sleeper || :
    rmdir "$group"
}
