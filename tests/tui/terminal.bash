# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A terminal for tests: a pane of a tmux server of our own, in which a shell runs. Its socket is in
# the test's folder, so it is nobody else's, and it ends with the test, however that ends.
#
#   DOTPROC_LEASH   the program that sees to that (see tests/harness/leash.c)

: "${DOTPROC_LEASH:?is to be the program that ends what a test leaves}"

load ../common/wait

server() {
    env -u TMUX tmux -f /dev/null -S "$BATS_TEST_TMPDIR/socket" "$@"
}

# It is not a daemon but a child of this shell, under a program that ends it together with it. The
# login shell of whoever runs this may be none, such as nologin(8).
start_server() {
    env -u TMUX SHELL=/bin/sh "$DOTPROC_LEASH" --host tmux -u -f /dev/null -S "$BATS_TEST_TMPDIR/socket" -D \
        </dev/null 3>&- &
    server_holder=$!
    wait_until server -N new-session -d -x 80 -y 24 "PS1='ready> ' exec bash --norc --noprofile -i"
    server set-option -g status off
    shows '^ready>'
}

# What is left in its panes has ended as well when this returns.
stop_server() {
    [ -n "${server_holder-}" ] || return 0
    server kill-server 2>/dev/null || kill "$server_holder" 2>/dev/null || :
    ends_within "$server_holder" || :
}

screen() {
    server capture-pane -p
}

press() {
    server send-keys "$@"
}

# type_line LINE: a command for the shell in the pane, with Enter.
type_line() {
    press -l "$1"
    press Enter
}

# For wait_until.
last_seen() {
    echo "the screen:"
    screen
}

screen_matches() {
    screen | grep -qE -- "$1"
}

screen_lacks() {
    ! screen_matches "$1"
}

shows() {
    wait_until screen_matches "$1"
}

no_longer_shows() {
    wait_until screen_lacks "$1"
}
