#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Absurd command lines: they are answered, with little memory, and nothing of them reaches a
# terminal as it is.

bats_require_minimum_version 1.5.0
load helper

# To look for leaks takes a sanitized ps longer than to list: generations.bats and others do.
export ASAN_OPTIONS=detect_leaks=0

# Address space in KiB, many times what an ordinary listing takes.
MEMORY_KIB=65536

# A word may have 128 KiB, a command line 2 MiB: the kernel's limits.
WORD_MAX=131000

setup() {
    use_tree linux-6
}

# With little memory; a sanitizer reserves terabytes for its own purposes, an emulator gigabytes.
frugal_ps() {
    if [ -n "${DOTPROC_SANITIZED:-}${DOTPROC_EMULATOR:-}" ]; then
        ps "$@"
    else
        prlimit --as="$((MEMORY_KIB * 1024))" "$DOTPROC_PS" "$@"
    fi
}

# expect_answer STATUS WORD...: this status within the memory, a complaint on stderr when it is 1
# and else none, and nothing that a terminal would obey.
expect_answer() {
    local status=$1 code=0 out=$BATS_TEST_TMPDIR/out err=$BATS_TEST_TMPDIR/err words=${*:2:2}
    shift
    frugal_ps "$@" >"$out" 2>"$err" || code=$?
    expect_equal "status of ${words:0:80}" "$status" "$code"
    if LC_ALL=C grep -q '[[:cntrl:]]' <(tr -d '\n' <"$err"); then
        echo "a control character in: $(head -c 200 "$err" | cat -v)"
        return 1
    fi
    if [ "$status" -eq 0 ]; then
        expect_equal "no complaint" "" "$(head -c 200 "$err")"
    fi
}

# repeat TEXT COUNT
repeat() {
    yes -- "$1" | head -n "$2" | tr -d '\n'
}

@test "100,000 processes" {
    local words list found
    # With a figure of each, so that those are left out that end while they are looked at.
    found=$(ps -eo pid=,ppid= | awk '$1 <= 100000 { print $1 }')
    # In five words of an option, and in a word for each.
    words=$(seq 1 100000 | xargs -n 20000 | tr ' ' , | sed 's/^/-p/')
    # shellcheck disable=SC2086 # five words
    expect_answer 0 -o pid= $words
    expect_equal "all that are there" "$found" "$(tr -d ' ' <"$BATS_TEST_TMPDIR/out")"
    # shellcheck disable=SC2046 # as many words
    expect_answer 0 -o pid= $(seq 1 100000)
    expect_equal "all that are there" "$found" "$(tr -d ' ' <"$BATS_TEST_TMPDIR/out")"
    list=$(repeat 1, 60000)1
    expect_answer 0 -o pid= -p "$list"
    expect_equal "as often as named" 60001 "$(wc -l <"$BATS_TEST_TMPDIR/out")"
    expect_answer 0 -o pid= -p "$list" --sort pid
    expect_equal "each once" 1 "$(wc -l <"$BATS_TEST_TMPDIR/out")"
    expect_answer 0 -o pid= -q "$list"
}

@test "other endless lists" {
    expect_answer 1 -C "$(repeat nosuch, 18000)nosuch"
    expect_answer 1 -C "$(repeat x $WORD_MAX)"
    expect_answer 1 -u "$(repeat 12345, 18000)12345"
    expect_answer 1 -g "$(repeat 1, 60000)x"
    expect_answer 1 -t "$(repeat 1 $WORD_MAX)"
    expect_answer 1 -u "$(repeat x $WORD_MAX)"
    expect_answer 0 -e --sort "$(repeat pid, 20000)"
    expect_answer 1 O "$(repeat p $WORD_MAX)"
    expect_answer 0 ax k "$(repeat -pid, 20000)"
}

@test "endless formats" {
    local many=()
    expect_answer 0 -p 1 -o "$(repeat pid, 2500)"
    expect_answer 0 -p 1 -o "$(repeat pid, 30000)"
    expect_answer 0 -p 1 -o "$(repeat %p 30000)"
    expect_answer 1 -p 1 -o "$(repeat x 10000)"
    expect_answer 0 -p 1 -o "%$(repeat x 10000)"
    expect_answer 1 -p 1 -o "%$(repeat % 10000)"
    expect_answer 0 -p 1 -o "pid=$(repeat x $WORD_MAX)"
    expect_answer 0 -p 1 -o "pid=$(repeat 漢 40000)"
    mapfile -t many < <(yes -- $'-o\npid' | head -n 20000)
    expect_answer 0 -p 1 "${many[@]}"
    PS_FORMAT=$(repeat pid, 30000) expect_answer 0 -p 1
    # Macros of sixteen columns.
    expect_answer 0 -p 1 -o "$(repeat HP_fl, 10000)"
}

@test "endless widths" {
    local size
    for size in 2147483648 4294967296 18446744073709551616 99999999999999999999 -1 0 ''; do
        expect_answer 1 -p 1 --cols "$size"
        expect_answer 1 -p 1 --rows "$size"
        COLUMNS=$size LINES=$size expect_answer 0 -p 1 --headers
        expect_answer 1 -p 1 -o "pid:$size,comm"
    done
    expect_answer 0 -p 1 -o pid:2147483647,comm
    expect_answer 0 -p 1 -o args:2147483647,comm
    # Each of them is as wide as can be, so a line of them is never whole in memory.
    expect_answer 0 -p 1 -o "$(repeat pid:99999999, 1000)"
    expect_answer 0 -p 1 --cols 2147483646 --rows 2147483646
}

@test "empty words and arguments" {
    local option
    for option in -e -o -p -u -C -O --sort k; do
        expect_answer 1 $option ''
    done
    for option in '' --pid= --procfs=; do
        expect_answer 1 "$option"
    done
    PS_FORMAT='' PS_PERSONALITY='' CMD_ENV='' LC_ALL='' TZ='' COLUMNS='' expect_answer 0 -p 1
}

@test "endless options" {
    expect_answer 0 -p 1 "$(repeat w 100000)"
    expect_answer 1 -p 1 "$(repeat w 100000)Z-"
    expect_answer 1 "-$(repeat e 100000)-"
    expect_answer 1 "--$(repeat x 100000)"
    # shellcheck disable=SC2046 # as many words
    expect_answer 0 -p 1 $(repeat '-w ' 100000)
    PS_PERSONALITY=$(repeat x 100000) expect_answer 0 -p 1
}

@test "a million empty arguments, of which 128 KiB are read, as JSON" {
    need_json
    cp -r "$PROCFS_PATH" "$BATS_TEST_TMPDIR/tree"
    PROCFS_PATH=$BATS_TEST_TMPDIR/tree
    head -c 1000000 /dev/zero >"$PROCFS_PATH/1/cmdline"
    expect_answer 0 -p 1 -o args --json
    expect_equal "arguments" 131072 "$(sed 's/.*argv//' "$BATS_TEST_TMPDIR/out" | grep -o '""' | wc -l)"
}

@test "control characters that are quoted stay harmless" {
    local option evil=$'\e[2J\e]0;evil\a\nforged: line\r\x7f\b\xff'
    expect_answer 1 -o "$evil"
    expect_equal "one line of it" 1 "$(grep -c 'evil' "$BATS_TEST_TMPDIR/err")"
    for option in '' -o -- --sort= -t -u --source=; do
        expect_answer 1 "$option$evil"
    done
    PROCFS_PATH='' expect_answer 47 "--procfs=/$evil" -e
    DOTPROC_SOURCE=$evil expect_answer 1 -e
    PS_FORMAT=$evil frugal_ps -p 1 2>&1 >/dev/null | cat -v | grep '^warning: .PS_FORMAT ignored'
    expect_answer 0 -p 1 -o $'pid=\e[2J\e]0;evil\a\r\x7f\b\xff'
    LC_ALL=C run -1 grep $'[\e\a\r\b\x7f]' "$BATS_TEST_TMPDIR/out"
    PROCFS_PATH=$'/x\e[31m' ps --info >"$BATS_TEST_TMPDIR/info"
    grep -qF 'procfs: /x?[31m' "$BATS_TEST_TMPDIR/info"
    grep -qF 'cannot open /x?[31m' "$BATS_TEST_TMPDIR/info"
    run -1 grep -q $'\e' "$BATS_TEST_TMPDIR/info"
}
