#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Names and arguments that lie: which turn a row round, look like others, or are endless. The
# recorded tree is copied and a process of it, whatever it was, gets the name.

bats_require_minimum_version 1.5.0
load helper

PID=310

# Written without the characters themselves, so that this file stays harmless. The first byte of
# every one of them, or its first two, stand in HIDDEN.
OVERRIDE=$'\u202e'
HIDDEN='\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa0-\xaf]|\xd8\x9c|\xc2\xad|\xef\xb8[\x80-\x8f]|\xef\xbb\xbf|\xf3\xa0'
ODD=$'a\u202eb\u200dc\u2066d\u061ce\u2028f\ufeffg\u00adh\U000e0041i\ufe0fj'

setup() {
    use_tree linux-6
    export LC_ALL=C.UTF-8
    tree=$BATS_TEST_TMPDIR/tree
    cp -r "$PROCFS_PATH" "$tree"
    chmod -R u+w "$tree"
    export PROCFS_PATH=$tree
}

# be NAME ARGUMENT...
be() {
    local name=$1 file
    shift
    for file in "$tree/$PID" "$tree/$PID"/task/*; do
        sed -i "s/(.*)/($name)/" "$file/stat"
        sed -i "s/^Name:.*/Name:\t$name/" "$file/status"
        [ ! -f "$file/comm" ] || printf '%s\n' "$name" >"$file/comm"
    done
    printf '%s\0' "$@" >"$tree/$PID/cmdline"
}

hides_nothing() {
    local printed=$BATS_TEST_TMPDIR/printed found
    "$@" >"$printed"
    [ -s "$printed" ]
    found=$(LC_ALL=C grep -aoP "$HIDDEN" "$printed" | od -An -tx1)
    expect_equal "$*" "" "$found"
}

@test "the tests' pattern finds what is hidden" {
    expect_equal "each" 9 "$(printf %s "$ODD" | LC_ALL=C grep -aoP "$HIDDEN" | wc -l)"
}

@test "ps: names and arguments in text" {
    be "x${OVERRIDE}y" /bin/sh "$ODD"
    expect_equal "name" 'x?y' "$(ps -p $PID -o comm=)"
    expect_equal "arguments" '/bin/sh a?b?c?d?e?f?g?h?i?j' "$(ps -p $PID -o args=)"
    expect_equal "cut" '/bin/sh a?b?' "$(ps -p $PID --cols 12 -o args=)"
    for options in -ef aux -eLf '-eo fname,ucmd,args' '-e --forest' '-eL --group-by comm'; do
        # shellcheck disable=SC2086 # words
        hides_nothing ps $options
    done
}

@test "ps: messages" {
    run -1 ps -o "$ODD"
    hides_nothing printf %s "$output"
    run -1 ps --sort "$ODD"
    hides_nothing printf %s "$output"
    run -1 ps --source "$ODD"
    hides_nothing printf %s "$output"
}

@test "JSON keeps what it is, and writes it as escapes" {
    need_json
    be "x${OVERRIDE}y" /bin/sh "$ODD"
    hides_nothing ps -eo comm,args --json
    expect_equal "arguments" "/bin/sh $ODD" "$(ps -p $PID -o args --json | jq -r '.[0].args')"
    expect_equal "name" "x${OVERRIDE}y" "$(ps -p $PID -o comm --json | jq -r '.[0].comm')"
}

@test "top: rows and JSON" {
    need_top
    be "x${OVERRIDE}y" /bin/sh "$ODD"
    hides_nothing top -b -n 1 -w 200
    hides_nothing top -b -n 1 -w 200 -c
    expect_equal "arguments" 1 "$(top -b -n 1 -w 200 -c | grep -cF 'a?b?c?d?e?f?g?h?i?j')"
    if [ -z "${DOTPROC_WITHOUT_JSON:-}" ]; then
        hides_nothing top --json=lines -n 1 -c
    fi
}

@test "a run of accents takes no more bytes than its cells allow" {
    local accents row
    accents=$(printf '\u0301%.0s' {1..60000})
    be x "/bin/a$accents" "b$accents"
    row=$(ps -p $PID --cols 80 -o args=)
    expect_equal "cells" "/bin/a b" "${row//$'\u0301'/}"
    expect_equal "four on each" 8 "$(printf %s "$row" | grep -o $'\u0301' | wc -l)"
    [ -x "$DOTPROC_TOP" ] || return 0
    top -b -n 1 -c -w 80 >"$BATS_TEST_TMPDIR/frame"
    expect_equal "no long line of top" 0 "$(LC_ALL=C awk 'length > 80 * 20' "$BATS_TEST_TMPDIR/frame" | wc -l)"
}
