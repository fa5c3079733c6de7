#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What a task of the running host waits for, on a real terminal. tests/waits and
# tests/unit/top/test_wait_text.c have all kinds of waits, tasks/tasks.bats a lock and who holds it.

bats_require_minimum_version 1.5.0
load ../cli/helper
load terminal
load top_terminal

: "${DOTPROC_HOLDERS:?is to be the program made of tests/waits/holders.c}"

# As a user who may not know it: the task is root's.
@test "what may not be known is left out" {
    [ "$(id -u)" = 0 ] || skip 'this needs root'
    [ -r /proc/self/syscall ] || skip 'this kernel does not say what call a task is in'
    for_everybody "$DOTPROC_TOP"
    unset PROCFS_PATH
    "$DOTPROC_LEASH" --host "$DOTPROC_HOLDERS" stay deadlock >scene 3>&- &
    scene=$!
    wait_until test -s scene
    read -r process _ <scene
    run_copy_as_nobody -H -d 1000 -p "$process"
    wait_until is_on_other_screen
    shows '^ +PID USER .* COMMAND$'
    press C-w
    shows '^call: none, or permission denied$'
    shows '^waits for: unknown$'
    screen_lacks '^(owner|DEADLOCK|other waiters|in the (program|kernel)): '
    press q
    ends 0
    kill "$scene"
    ends_within "$scene" || :
}
