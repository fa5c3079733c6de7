#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What top saves, and finds again at its next start, on a real terminal.

bats_require_minimum_version 1.5.0
load ../cli/helper
load terminal
load top_terminal

# Every test has a home of its own, below its folder.
config_home() {
    export HOME=$BATS_TEST_TMPDIR/home
    server resize-window -x 132 -y 24
    mkdir -p "$HOME"
    type_line "export HOME='$HOME'; unset XDG_CONFIG_HOME; cd '$BATS_TEST_TMPDIR'; clear"
    shows '^ready>'
}

@test "W saves what the next start finds, and nothing is written without it" {
    config_home
    start_top_on_tree -d 1000
    press c
    press q
    ends 0
    [ -z "$(ls -A "$HOME")" ]

    start_top_on_tree -d 7
    press f Home d Down d q
    shows '^ PR +NI'
    press z M W
    shows "Wrote configuration to '.*/home/\\.config/dotproc/toprc'"
    press q
    ends 0
    [ "$(stat -c %a "$HOME/.config/dotproc/toprc")" = 600 ]
    [ "$(ls -A "$HOME/.config/dotproc")" = toprc ]
    grep -qx 'delay = 7' "$HOME/.config/dotproc/toprc"
    grep -qx 'sort = %MEM' "$HOME/.config/dotproc/toprc"

    type_line "clear; \"\$DOTPROC_TOP\" --procfs=\"\$DOTPROC_TREES/linux-6\""
    shows '^ PR +NI'
    shows_look $'\e\\[31mTasks:'
    press d
    shows '^ ?Change delay from 7\.0 to'
    press Escape q
    shows '^ready>'
    # And without it all is as on first start.
    start_top_on_tree -A
    press q
    ends 0
}

@test "a configuration with a mistake is named and not used" {
    config_home
    mkdir -p "$HOME/.config/dotproc"
    printf 'format = 1\ndelay = 7\nalternate = perhaps\n' >"$HOME/.config/dotproc/toprc"
    start_top_on_tree
    shows '^ /.*/toprc:3: .perhaps. is not a value for .alternate.'
    press d
    shows '^ ?Change delay from 3\.0 to'
    press Escape W
    shows "Wrote configuration to '.*/toprc'; the refused one is now toprc~"
    press Down W
    shows "Wrote configuration to '.*/toprc' *$"
    press q
    ends 0
    grep -qx 'alternate = no' "$HOME/.config/dotproc/toprc"
    grep -qx 'alternate = perhaps' "$HOME/.config/dotproc/toprc~"
}

@test "W says why it cannot save" {
    config_home
    touch "$HOME/.config"
    start_top_on_tree -d 1000
    press W
    shows 'Cannot save: Not a directory: /'
    press q
    ends 0
    type_line 'unset HOME; clear'
    start_top_on_tree -d 1000
    press W
    shows 'Nowhere to save to'
    press q
    ends 0
}
