#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What people open top for, as keys and what they see then. README.md has the numbers of keys: `keys`
# presses no more than it is told to count.
#
#   DOTPROC_SCENE   see scene.c

bats_require_minimum_version 1.5.0
BATS_TEST_DIRNAME=${BATS_TEST_DIRNAME%/*} # where the other tests of terminals are
load ../cli/helper
load terminal
load top_terminal

: "${DOTPROC_SCENE:?is to be the program made of scene.c}"

# start_scene NAME PLAY: scene.c as a program of that name, in $scene.
start_scene() {
    unset PROCFS_PATH
    cp "$DOTPROC_SCENE" "$BATS_TEST_TMPDIR/$1"
    "$BATS_TEST_TMPDIR/$1" "$2" >ready 2>/dev/null 3>&- &
    scene=$!
    wait_until grep -q ready ready
}

# top, from its second refresh on: searches wait for that.
watch() {
    start_top -d 0.2
    shows 'Ended( \(estimated\))?: .* [0-9.]+ %CPU'
}

# keys NUMBER KEY...: these are so many.
keys() {
    [ "$1" -eq $(($# - 1)) ] || { echo "$1 keys are $(($# - 1))" && return 1; }
    press "${@:2}"
}

end_scene() {
    press q
    ends 0
    kill "$scene" 2>/dev/null || :
}

@test "1. which thread of a process is the busiest?" {
    start_scene engine busy
    watch
    keys 1 H
    shows '^ *[0-9]+ .* R .* pool-5 *$'
    end_scene
}

@test "2. why is a process stuck?" {
    start_scene jammedd locked
    watch
    keys 5 / j a m Enter
    cursor_is_on "$scene"
    keys 1 C-w
    shows "^wait reason for pid $scene, jammedd$"
    shows 'held by [0-9]+ \(holds\)'
    end_scene
}

@test "3. which pool of threads burns CPU?" {
    start_scene engine busy
    watch
    keys 1 %
    shows " \\+5 pool-\\* \\(engine\\)$"
    end_scene
}

@test "4. end a process by its name" {
    start_scene victimd grows
    watch
    keys 5 / v i c Enter
    cursor_is_on "$scene"
    keys 1 F9
    shows "^Signal for PID $scene \\(victimd"
    keys 1 Enter
    wait_until is_gone "$scene"
    end_scene
}

@test "5. the processes of a user with a command" {
    [ "$(id -u)" -eq 0 ] || skip "the user has another name than root"
    start_scene ownedd busy
    watch
    keys 5 u r o o Enter
    shows '^[0-9]+ of [0-9]+: user root$'
    keys 5 o o w n Enter
    shows "^1 of [0-9]+: COMMAND=own, user root$"
    shows "^ *$scene root .* ownedd *$"
    end_scene
}

@test "6. watch a process and its children" {
    start_scene parentd family
    watch
    keys 5 / p a r Enter
    cursor_is_on "$scene"
    keys 2 V F
    shows "^[0-9]+ of [0-9]+: subtree of $scene$"
    end_scene
}

@test "7. whose memory grows?" {
    start_scene growingd grows
    watch
    keys 2 Tab Tab
    shows ' RES/m '
    shows "^ *$scene .* growingd *$"
    end_scene
}

@test "8. who reads and writes the disk?" {
    start_scene writingd writes
    watch
    keys 1 Tab
    shows ' IO/s '
    shows "^ *$scene .* writingd *$"
    end_scene
}

@test "10. which threads all wait for one lock?" {
    start_scene lockedd locked
    watch
    keys 1 7
    shows "^ *$scene lockedd +wants-\\* +L+ "
    press q
    no_longer_shows ' lockedd +wants-'
    end_scene
}
