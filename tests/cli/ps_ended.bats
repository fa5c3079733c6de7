#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ps --ended: the tasks that exit while it waits.
#
# shellcheck disable=SC2154 # run sets stderr and stderr_lines
# shellcheck disable=SC2016 # quoted for other shells

bats_require_minimum_version 1.5.0
load helper

setup() {
    unset PROCFS_PATH
    # Names that differ by numbers are of one kind: other tests have none like it.
    name=en$(tr 0-9 a-j <<<"$BASHPID")
    waiting=
}

teardown() {
    [ -z "$waiting" ] || kill -KILL "$waiting" 2>/dev/null || true
    give_back
}

# need_count: the kernel counts for us.
need_count() {
    "$DOTPROC_PS" --info | grep -q '^exited tasks: counted' || skip "the kernel does not count here"
}

# begin PROGRAM OPTIONS: starts to wait, far longer than any test; returns when it does. Options have --patience=0:
# where the host is busy and a read is slow, another thread would begin to wait again. To a job in the background the
# shell leaves no SIGINT.
begin() {
    env --default-signal=INT "$@" >"$BATS_TEST_TMPDIR/stdout" 2>"$BATS_TEST_TMPDIR/stderr" 3>&- &
    waiting=$!
    wait_until waits_or_ends
    kill -0 "$waiting"
}

waits_or_ends() {
    cat "$BATS_TEST_TMPDIR/stderr"
    grep -s sigtimedwait "/proc/$waiting/task/"*/wchan || ! kill -0 "$waiting"
}

# interrupt: ^C, after which it prints what there is; sets status.
interrupt() {
    status=0
    kill -INT "$waiting"
    ends_within "$waiting" || status=$?
    waiting=
}

# finish [STATUS]: the same, with that status.
finish() {
    interrupt
    expect_equal "nothing on stderr" "" "$(cat "$BATS_TEST_TMPDIR/stderr")"
    expect_equal "status" "${1:-0}" "$status"
}

listed() {
    cat "$BATS_TEST_TMPDIR/stdout"
}

# Twenty processes of that name, which use some time.
storm() {
    local i
    for ((i = 0; i < 20; i++)); do
        "$BATS_TEST_TMPDIR/$name" -c 'i=0; while [ $i -lt 2000 ]; do i=$((i + 1)); done'
    done
}

# For storm.
make_program() {
    cp "$(command -v sh)" "$BATS_TEST_TMPDIR/$name"
}

# counts LOAD CHECK OPTIONS: what CHECK finds right in the listing of what ended under LOAD.
counts() {
    begin "$DOTPROC_PS" --ended 3000 --patience=0 "${@:3}"
    "$1"
    finish
    "$2" || {
        listed
        return 1
    }
}

is_twenty_by_name() {
    [ "20 $(id -un) bash $name -" = "$(listed | xargs)" ]
}

@test "the kernel counts all that ended, by name" {
    need_count
    make_program
    counts storm is_twenty_by_name -C "$name" -o count=,user=,by=,comm=,pid=
}

storm_of_mueller() {
    cp "$(command -v sh)" "$BATS_TEST_TMPDIR/Müller"
    "$BATS_TEST_TMPDIR/Müller" -c "for i in 1 2 3; do $BATS_TEST_TMPDIR/$name -c 'i=0'; done"
}

is_of_mueller() {
    [ "Müller" = "$(listed | xargs)" ]
}

@test "the name of a parent has its own characters" {
    need_count
    make_program
    export LC_ALL=C.UTF-8
    counts storm_of_mueller is_of_mueller -C "$name" -o by=
}

end_threads() {
    "$DOTPROC_THREADS" 50 </dev/null >/dev/null
}

is_fifty_threads() {
    listed | awk '$2 == "threads" { sum += $1 } END { exit sum < 50 }'
}

@test "threads are counted as such" {
    need_count
    counts end_threads is_fifty_threads -L -o count=,comm=
}

@test "nothing that ended is status 1" {
    need_count
    begin "$DOTPROC_PS" --ended 3000 --patience=0 -C "$name" --no-headers
    finish 1
    [ -z "$(listed)" ]
}

is_twenty_in_json() {
    [ '[20,"'"$name"'",true,true,null]' = \
        "$(listed | jq -c '.[0] | [.count, .comm, .time > 0, .lifetime > 0, .pid]')" ]
}

@test "JSON has what is known, and null" {
    need_json
    need_jsonschema
    need_count
    make_program
    counts storm is_twenty_in_json -C "$name" -o count,lifetime,by,comm,pcpu,time,pid --json
    is_valid ps "$BATS_TEST_TMPDIR/stdout"
}

is_group_of_twenty() {
    [ "$(listed | awk -v name="$name" '$NF == name { print $1 }')" = 20 ]
}

@test "rows are grouped and sorted like tasks" {
    need_count
    make_program
    counts storm is_group_of_twenty -C "$name" --group-by pool
}

storm_of_pool() {
    for number in 7 8 19; do
        cp "$(command -v sh)" "$BATS_TEST_TMPDIR/$name$number"
        "$BATS_TEST_TMPDIR/$name$number" -c 'i=0'
    done
}

is_pool() {
    [ "3 $name*" = "$(listed | grep "$name" | xargs)" ]
}

@test "names that differ by numbers are one row" {
    need_count
    counts storm_of_pool is_pool -o count=,comm=
}

@test "-C finds each of the names that are one row" {
    need_count
    for number in 8 42; do # any number: the row no longer has the names
        counts storm_of_pool is_pool -C "$name$number" -o count=,comm=
    done
}

knows_no_names() {
    local option
    for option in -C -u; do
        run -1 --separate-stderr timeout "$WAIT_S" "$@" --ended 3000 --patience=0 "$option" root
        expect_equal "message" "ps: --ended: names and users of exited tasks are unknown without BPF" "$stderr"
        expect_equal "output" "" "$output"
    done
}

@test "without BPF nothing is selected by name and user" {
    knows_no_names "$DOTPROC_PS" --source=task
    run --separate-stderr timeout "$WAIT_S" "$DOTPROC_PS" --ended 0.01 --source=task -e -C root
    expect_equal "message" "" "$stderr"
}

@test "nor is it by an ordinary user" {
    [ "$(id -u)" -eq 0 ] || skip "only root can be somebody else"
    for_everybody "$DOTPROC_PS"
    knows_no_names setpriv --reuid=65534 --regid=65534 --clear-groups "$copy"
}

# A parent that stays: it reaps its children, says so, and waits for a line.
@test "without BPF they have their parent's name" {
    mkfifo "$BATS_TEST_TMPDIR/in" "$BATS_TEST_TMPDIR/out"
    cp "$(command -v bash)" "$BATS_TEST_TMPDIR/$name"
    "$BATS_TEST_TMPDIR/$name" -c 'read -r; (i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done); echo; read -r' \
        <"$BATS_TEST_TMPDIR/in" >"$BATS_TEST_TMPDIR/out" 3>&- &
    exec 8<>"$BATS_TEST_TMPDIR/in" 9<>"$BATS_TEST_TMPDIR/out" # to open one end alone would wait for the other
    begin "$DOTPROC_PS" --ended 3000 --patience=0 --source=task -o by=,count=,user=,comm=,time=
    echo >&8
    read -r -t "$WAIT_S" -u 9
    finish
    echo >&8
    exec 8>&- 9<&-
    expect_equal "unknown but for the parent" "$name - - -" \
        "$(listed | awk -v name="$name" '$1 == name { print $1, $2, $3, $4 }')"
}

@test "an ordinary user has estimates, marked as such" {
    [ "$(id -u)" -eq 0 ] || skip "only root can be somebody else"
    for_everybody "$DOTPROC_PS"
    run -0 setpriv --reuid=65534 --regid=65534 --clear-groups "$copy" --info
    grep -q '^exited tasks: estimated; source bpf: .' <<<"$output"
    begin setpriv --reuid=65534 --regid=65534 --clear-groups "$copy" --ended 3000 --patience=0
    seq 20 | xargs -n 1 true
    interrupt
    [[ $(listed | head -n 1) =~ ^COUNT\ +%CPU\ +TIME\ +LIFE\ +MINFL\ USER\ +BY\ +CMD$ ]]
}

@test "a recorded tree has no ends" {
    use_tree linux-6
    run -1 --separate-stderr ps --ended 1
    expect_equal "message" "ps: --ended needs the procfs of the running kernel" "$stderr"
    expect_equal "--info" "exited tasks: --ended needs the procfs of the running kernel" \
        "$("$DOTPROC_PS" --info | grep '^exited tasks')"
}

@test "--info has BPF count only where --ended would" {
    DOTPROC_SOURCE=task run -0 ps --info
    grep -q '^exited tasks: estimated; source bpf: disabled' <<<"$output"
    DOTPROC_SOURCE=nosuch run -0 ps --info
    grep -q '^exited tasks: unknown source "nosuch"' <<<"$output"
}
