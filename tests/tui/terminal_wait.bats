#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What a task of the running host waits for, and who holds that, on a real terminal. tests/waits and
# tests/unit/top/test_wait_text.c have all other kinds of waits.

bats_require_minimum_version 1.5.0
load ../cli/helper
load terminal
load top_terminal

: "${DOTPROC_HOLDERS:?is to be the program made of tests/waits/holders.c}"

# start_scene NAME: threads that wait for each other; their numbers are in $process, $waiter, $owner.
start_scene() {
    [ -r /proc/self/syscall ] || skip 'this kernel does not say what call a task is in'
    unset PROCFS_PATH
    "$DOTPROC_LEASH" --host "$DOTPROC_HOLDERS" stay "$1" >scene 3>&- &
    scene=$!
    wait_until test -s scene
    read -r process waiter owner <scene
}

end_scene() {
    kill "$scene"
    wait "$scene" || :
}

# show_waiter NAME: its pane, among the threads of the scene.
show_waiter() {
    server resize-window -x 132 -y 40
    start_top -H -d 1000 -p "$process"
    press o
    press -l "COMMAND=$1"
    press Enter
    wait_until first_task_is "$waiter"
    press C-w
    shows "^wait reason for pid $waiter, $1\$"
}

@test "who holds a lock" {
    start_scene mutex
    show_waiter waiter
    shows '^call: futex(_time64)?\(uaddr=0x[0-9a-f]+, op=FUTEX_WAIT_PRIVATE, val=2, timeout=0x0\)$'
    shows '^waits for: futex 0x[0-9a-f]+, private: a lock$'
    shows "^owner: held by $owner \(holder\), S, [a-z]+ \(from program memory\)\$"
    shows '^other waiters: 0 in this process$'
    shows '^in the program: [^ ]+\+0x[0-9a-f]+'
    no_longer_shows '^DEADLOCK'
    press C-w
    no_longer_shows '^owner: '
    press q
    ends 0
    end_scene
}

# As a user who may not know it: the task is root's.
@test "what may not be known is left out" {
    [ "$(id -u)" = 0 ] || skip 'this needs root'
    for_everybody "$DOTPROC_TOP"
    start_scene deadlock
    type_line "clear; setpriv --reuid=65534 --regid=65534 --clear-groups '$copy' -H -d 1000 -p $process; echo \"status \$?.\""
    wait_until is_on_other_screen
    shows '^ +PID USER .* COMMAND$'
    press C-w
    shows '^call: none, or permission denied$'
    shows '^waits for: unknown$'
    screen_lacks '^(owner|DEADLOCK|other waiters|in the (program|kernel)): '
    press q
    ends 0
    end_scene
}
