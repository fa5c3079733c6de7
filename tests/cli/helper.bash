# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What tests of the command line, and those of tests/tui, begin with: `load helper`.
#
# The programs and the fixture trees come from the build directory, through the environment that
# meson sets up:
#
#   DOTPROC_PS, DOTPROC_TOP   the programs
#   DOTPROC_THREADS           a program that makes many threads
#   DOTPROC_STAND_INS         the directory with libraries that stand in for others
#   DOTPROC_SCHEMAS           the directory with the schemas of JSON
#   DOTPROC_TREES             the directory with the fixture trees (see tests/proc/README.md)
#
# Expected outputs are in expected/. After an intended change, regenerate them and read the
# difference before it is committed:
#
#   DOTPROC_REGENERATE=1 ./dev test normal && git diff tests/cli/expected
#
# By hand, from the top directory:
#
#   export DOTPROC_PS=$PWD/build/ps/ps DOTPROC_TOP=$PWD/build/top/top
#   export DOTPROC_TREES=$PWD/build/tests/proc/trees DOTPROC_SCHEMAS=$PWD/schema
#   export DOTPROC_THREADS=$PWD/build/tests/common/threads
#   bats tests/cli

: "${DOTPROC_PS:?the ps to test}"
: "${DOTPROC_TOP:?the top to test}"
: "${DOTPROC_TREES:?the directory with the fixture trees}"

load ../common/environment
load ../common/expect
load ../common/wait
export HOME=/nonexistent

# All fixture trees, oldest first.
# shellcheck disable=SC2034 # for those who load this
TREES="linux-2.4 linux-2.5.62 linux-2.5.62-patched linux-2.6.18 linux-2.6.24 linux-3.3 linux-6
linux-6-patched"

ps() {
    "$DOTPROC_PS" "$@"
}

top() {
    "$DOTPROC_TOP" "$@"
}

# use_tree NAME: from here on ps and top read that tree. It is read once before: the first read of a
# file writes its access time, and half a second of a slow disk would be a stuck task.
use_tree() {
    export PROCFS_PATH=$DOTPROC_TREES/$1
    [ ! -e "$BATS_RUN_TMPDIR/read-$1" ] || return 0
    find "$PROCFS_PATH" -type f -exec cat {} + >/dev/null 2>&1 || true
    : >"$BATS_RUN_TMPDIR/read-$1"
}

# for_everybody PROGRAM: a copy of it, its path in $copy, that other users may run, as a build
# folder may be below a home that they cannot enter. give_back removes it.
for_everybody() {
    copies=$(mktemp -d)
    chmod 755 "$copies"
    copy=$copies/${1##*/}
    install -m 755 "$1" "$copy"
}

give_back() {
    [ -z "${copies-}" ] || rm -rf "$copies"
}

# For tests of what a build may lack.
need_json() {
    [ -z "${DOTPROC_WITHOUT_JSON:-}" ] || skip "JSON is no part of this build"
}

# For JSON as the schemas say.
need_jsonschema() {
    python3 -c 'import jsonschema' 2>/dev/null || skip "no jsonschema for python3"
}

# is_valid PROGRAM FILE...: each is as the schema says. none_is_valid PROGRAM FILE...: none is. One python
# looks at all, for its start takes longer than most files.
is_valid() {
    validate valid "$@"
}

none_is_valid() {
    validate refused "$@"
}

validate() {
    python3 -W ignore "$BATS_TEST_DIRNAME/../common/validate.py" "$1" "$DOTPROC_SCHEMAS/$2.schema.json" "${@:3}"
}

need_top() {
    [ -x "$DOTPROC_TOP" ] || skip "top is no part of this build"
}

# A configuration of stock top (id k) with its fields as numbers, sorted by PID, from low to high.
print_stock_config() {
    local window
    printf "top's Config File (Linux processes with windows)\n"
    printf 'Id:k, Mode_altscr=0, Mode_irixps=1, Delay_time=1.500, Curwin=1\n'
    for window in Def Job Mem Usr; do
        printf '%s\tfieldscur= 139 75 137\n\t\t 76 78\n' "$window"
        printf '\twinflags=193840, sortindx=0, maxtasks=3, graph_cpus=0, graph_mems=0\n'
        printf '\tsummclr=1, msgsclr=1, headclr=3, taskclr=1\n'
    done
    printf 'Fixed_widest=0, Summ_mscale=1, Task_mscale=0, Zero_suppress=0, Tics_scaled=0\n'
}

# transcript "COMMAND LINE"...: runs each and prints it as a person would have seen it, with what
# it says on stderr, and its status where that is not 0.
transcript() {
    local line output code
    for line in "$@"; do
        printf '$ %s\n' "$line"
        code=0
        output=$(eval "$line" 2>&1) || code=$?
        [ -z "$output" ] || printf '%s\n' "$output"
        [ "$code" -eq 0 ] || printf '[status %d]\n' "$code"
        printf '\n'
    done
}

# expect_output NAME COMMAND...: the command, or a function, prints what expected/NAME holds.
expect_output() {
    local name=$1 expected=$BATS_TEST_DIRNAME/expected/$1
    shift
    local actual=$BATS_TEST_TMPDIR/actual
    "$@" >"$actual"
    if [ "${DOTPROC_REGENERATE:-}" = 1 ]; then
        mkdir -p "${expected%/*}"
        cp "$actual" "$expected"
    elif [ ! -f "$expected" ]; then
        echo "there is no expected/$name yet; see helper.bash"
        return 1
    else
        diff -u --label "expected/$name" --label actual "$expected" "$actual"
    fi
}
