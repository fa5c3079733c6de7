#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What ended, among the tasks of the running host, on a real terminal.
#
# shellcheck disable=SC2016 # quoted for other shells

bats_require_minimum_version 1.5.0
load ../cli/helper
load terminal
load top_terminal

# One short process after the other, of a name of their own, as long as the file is there.
start_storm() {
    unset PROCFS_PATH
    name=en$(tr 0-9 a-j <<<"$BASHPID")
    cp "$(command -v sh)" "$BATS_TEST_TMPDIR/$name"
    touch going
    (while [ -e going ]; do "$BATS_TEST_TMPDIR/$name" -c 'i=0; while [ $i -lt 500 ]; do i=$((i + 1)); done'; done) 3>&- &
    storm=$!
    server resize-window -x 132 -y 24
}

# The rows of those that ended: counted by name as root, inferred by parent for everybody else.
storm_row() {
    if "$DOTPROC_PS" --info | grep -q '^exited tasks: counted'; then
        echo " x[0-9]+ $name \\(by bash( [0-9]+)?\\) "
    else
        echo '(^|x[0-9]+ )- \(by bash( [0-9]+)?\) '
    fi
}

# Also where a case fails: else it would go on, and bats wait for it.
teardown() {
    rm -f "$BATS_TEST_TMPDIR/going"
    stop_server
    give_back
}

end_storm() {
    rm going
    ends_within "$storm"
}

@test "what ended has a row among the living, and a line; a key hides both" {
    start_storm
    row=$(storm_row)
    start_top -d 0.5
    shows 'Ended( \(estimated\))?: ([0-9]+|-) procs?, ([0-9]+|-) threads?, [0-9.]+ %CPU  new [0-9]+/s'
    shows "$row"
    press D
    no_longer_shows 'Ended.*: '
    no_longer_shows "$row"
    press D
    shows 'Ended.*: '
    shows "$row"
    press q
    ends 0
    end_storm
}
