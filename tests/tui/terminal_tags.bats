#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Tagged tasks on a real terminal.

bats_require_minimum_version 1.5.0
load ../cli/helper
load terminal
load top_terminal

nice_is() {
    [ "$(ps -o ni= -p "$1" | tr -d ' ')" = "$2" ]
}

@test "all tagged tasks get the signal, after one question, and no others" {
    start_victims 3
    start_top -d 1000 -p "${victims[0]},${victims[1]},${victims[2]}"
    shows "^ *${victims[2]} "
    press N R Home Space Space
    shows '^2 tagged$'
    shows "^ *${victims[0]}\\*"
    shows "^ *${victims[1]}\\*"
    screen_lacks "^ *${victims[2]}\\*"
    press k
    shows "^Signal for 2 tagged tasks \\(${victims[0]} sleep, ${victims[1]} sleep\\) \\[15 TERM\\]"
    press Escape
    no_longer_shows '^Signal for'
    is_victim "${victims[0]}"
    press k Enter
    shows 'Signal sent to 2 of 2 tagged tasks'
    ends_within "${victims[0]}" || : # as long as they are zombies they have their tags
    ends_within "${victims[1]}" || :
    is_victim "${victims[2]}"
    press Enter
    no_longer_shows 'tagged'
    press q
    ends 0
}

@test "a signal that one of them did not get" {
    [ "$(id -u)" = 0 ] || skip 'this needs root'
    for_everybody "$DOTPROC_TOP"
    start_victims 2
    run_copy_as_nobody -d 1000 -p "${victims[0]},${victims[1]}"
    wait_until is_on_other_screen
    shows "^ *${victims[1]} "
    press N R Home Space Space k Enter
    shows "Signal sent to 0 of 2 tagged tasks; PID ${victims[0]}: Operation not permitted"
    press q
    ends 0
}

@test "nice values of all tagged tasks, by one and to a value" {
    start_victims 2
    start_top -d 1000 -p "${victims[0]},${victims[1]}"
    shows "^ *${victims[1]} "
    press N R Home F8
    shows "nice value of PID ${victims[0]} \\(sleep\\) is now 1"
    nice_is "${victims[0]}" 1
    press Space Space F8
    shows 'Nice value changed for 2 of 2 tagged tasks'
    wait_until nice_is "${victims[0]}" 2
    wait_until nice_is "${victims[1]}" 1
    press r 7 Enter
    wait_until nice_is "${victims[0]}" 7
    wait_until nice_is "${victims[1]}" 7
    press q
    ends 0
}
