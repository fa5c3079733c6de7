#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A test program that fails is run once more, alone; it has failed if it fails twice.

bats_require_minimum_version 1.5.0

: "${DOTPROC_MESON:?is to be the program meson}"

# A project whose tests, a to k, take their turns from files: one line of turns/NAME, a shell command,
# each time that NAME is run.
setup_file() {
    cd "$BATS_FILE_TMPDIR" || return
    mkdir turns bin
    cat >take-turn <<'TURN'
#!/bin/bash
turn=$(head -n 1 "$1")
sed -i 1d "$1"
eval "${turn:-exit 99}"
TURN
    chmod +x take-turn
    cat >meson.build <<'BUILD'
project('turns')
add_test_setup('all')
foreach name : ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k']
  test(name, files('take-turn'), args: meson.project_source_root() / 'turns' / name)
endforeach
BUILD
    ln -s "$DOTPROC_MESON" bin/meson
    PATH=$PWD/bin:$PATH meson setup build >/dev/null
}

setup() {
    cd "$BATS_FILE_TMPDIR" || return
    PATH=$PWD/bin:$PATH
}

suite() {
    "$BATS_TEST_DIRNAME/suite" build "$@"
}

@test "what passes is run once" {
    echo true >turns/a
    run -0 suite a
    [ "$(<build/meson-logs/result)" = '1 0 0' ]
}

@test "what fails once is unsteady, and fails nobody" {
    echo true >turns/a
    printf '%s\n' 'echo "FAILED: 3 seen, expected 4"; exit 1' true >turns/b
    run -0 suite a b
    [ "$(<build/meson-logs/result)" = $'2 0 0\nb: FAILED: 3 seen, expected 4' ]
    [ "$(<build/meson-logs/unsteady-b.txt)" = 'FAILED: 3 seen, expected 4' ]
    # Neither was run a third time.
    [ ! -s turns/a ]
    [ ! -s turns/b ]
}

@test "what fails twice has failed" {
    echo true >turns/a
    printf '%s\n' 'exit 1' 'exit 1' true >turns/b
    printf '%s\n' 'exit 1' true >turns/c
    run -1 suite a b c
    [ "$(<build/meson-logs/result)" = $'2 1 0\nc: no message' ]
    [ "$(<turns/b)" = true ]
}

@test "what many tests fail by is not looked for again" {
    local name
    for name in {a..k}; do
        printf '%s\n' 'exit 1' true >"turns/$name"
    done
    run -1 suite
    [ "$(<build/meson-logs/result)" = '0 11 0' ]
    [ "$(<turns/a)" = true ]
}
