#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A test program that fails is run once more, alone; it has failed if it fails twice.

bats_require_minimum_version 1.5.0

: "${DOTPROC_MESON:?is to be the program meson}"

# has_tests NAME...: a project whose tests take their turns from files: one line of turns/NAME, a shell
# command, each time that NAME is run.
has_tests() {
    local name
    mkdir -p "$BATS_TEST_TMPDIR/project/turns"
    cd "$BATS_TEST_TMPDIR/project" || return
    cat >take-turn <<'TURN'
#!/bin/bash
turn=$(head -n 1 "$1")
sed -i 1d "$1"
eval "${turn:-exit 99}"
TURN
    chmod +x take-turn
    {
        echo "project('turns')"
        echo "add_test_setup('all')"
        for name in "$@"; do
            echo "test('$name', files('take-turn'), args: meson.project_source_root() / 'turns' / '$name')"
        done
    } >meson.build
    mkdir bin
    ln -s "$DOTPROC_MESON" bin/meson
    PATH=$PWD/bin:$PATH
    meson setup build >/dev/null
}

suite() {
    "$BATS_TEST_DIRNAME/suite" build
}

@test "what passes is run once" {
    has_tests good
    echo true >turns/good
    run -0 suite
    [ "$(<build/meson-logs/result)" = '1 0 0' ]
}

@test "what fails once is unsteady, and fails nobody" {
    has_tests good odd
    echo true >turns/good
    printf '%s\n' 'echo "FAILED: 3 seen, expected 4"; exit 1' true >turns/odd
    run -0 suite
    [ "$(<build/meson-logs/result)" = $'2 0 0\nodd: FAILED: 3 seen, expected 4' ]
    [ "$(<build/meson-logs/unsteady-odd.txt)" = 'FAILED: 3 seen, expected 4' ]
    # Neither was run a third time.
    [ ! -s turns/good ]
    [ ! -s turns/odd ]
}

@test "what fails twice has failed" {
    has_tests good bad odd
    echo true >turns/good
    printf '%s\n' 'exit 1' 'exit 1' true >turns/bad
    printf '%s\n' 'exit 1' true >turns/odd
    run -1 suite
    [ "$(<build/meson-logs/result)" = $'2 1 0\nodd: no message' ]
    [ "$(<turns/bad)" = true ]
}

@test "what many tests fail by is not looked for again" {
    local names=() name
    for name in {a..k}; do
        names+=("$name")
    done
    has_tests "${names[@]}"
    for name in "${names[@]}"; do
        printf '%s\n' 'exit 1' true >"turns/$name"
    done
    run -1 suite
    [ "$(<build/meson-logs/result)" = '0 11 0' ]
    [ "$(<turns/a)" = true ]
}
