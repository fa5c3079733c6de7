#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Columns that few people ask for: each has a file, a link or a library of its own, which is read
# for it and for no other.

load helper

setup() {
    use_tree linux-6
}

details() {
    transcript \
        'ps -p 1,200,300 -o pid,rchars,wchars,rops,wops,rbytes,wbytes,wcbytes' \
        'ps -p 1,200,300 -o pid,pss,uss,htprv,htshr,rss' \
        'ps -p 1,200,300 -o pid,ag_id,ag_nice,luid,oom,oomadj,numa' \
        'ps -p 1,200,300 -o pid,exe,fds,label' \
        'ps -p 1,200,300 -o pid,cgroupns,ipcns,mntns,netns,pidns,timens,userns,utsns' \
        'ps -p 1,200,300 -o pid,lsession,seat,machine,ouid,slice,unit,uunit' \
        'ps -p 200 -Lo tid,rchars,pss,ag_id,oom,label' \
        'ps m -p 300 -o pid,tid,rchars,pss,ag_id,oom,exe,luid' \
        'ps -p 1,200,300 -o pid --sort -pss' 'ps -p 200,300,1 -o pid --sort luid' \
        'ps -M -p 200' 'ps --context -p 200' 'ps -p 1,2,3 -o _left,_right,_unlimited'
}

@test "figures from a recorded tree" { expect_output ps/details details; }

@test "details are unknown on a kernel without their files" {
    use_tree linux-2.6.18
    expect_equal linux-2.6.18 "0 0 -1 - - - - -1" \
        "$(ps -q 200 -o pss=,rchars=,ag_id=,luid=,fds=,pidns=,exe:1=,numa= | xargs)"
}

@test "our own figures are those of /proc" {
    unset PROCFS_PATH
    local me=$$
    [ "$(ps -q $me -o exe=)" = "$(readlink /proc/$me/exe)" ]
    [ "$(ps -q $me -o pidns= | xargs)" = "$(stat -L -c %i /proc/$me/ns/pid)" ]
    [ "$(ps -q $me -o utsns= | xargs)" = "$(stat -L -c %i /proc/$me/ns/uts)" ]
    [ "$(ps -q $me -o oomadj= | xargs)" = "$(cat /proc/$me/oom_score_adj)" ]
    # By commands alone: for a substitution or a pipe this shell has two more open, until it has closed one.
    "$DOTPROC_PS" -q $me -o fds= >"$BATS_TEST_TMPDIR/shown"
    find /proc/$me/fd -mindepth 1 >"$BATS_TEST_TMPDIR/listed"
    [ "$(xargs <"$BATS_TEST_TMPDIR/shown")" = "$(wc -l <"$BATS_TEST_TMPDIR/listed")" ]
    [ "$(ps -q $me -o pss= | xargs)" -gt 0 ]
    [ "$(ps -q $me -o uss= | xargs)" -gt 0 ]
    [ "$(ps -q $me -o rchars= | xargs)" -gt 0 ]
    if [ -e /proc/$me/autogroup ]; then
        [ "$(ps -q $me -o ag_id= | xargs)" = "$(sed 's/[^0-9]*\([0-9]*\).*/\1/' /proc/$me/autogroup)" ]
    fi
}

# all_accept PID: its eight threads are in the call.
all_accept() {
    ps -L -p "$1" -o wchan:30= | tee "$BATS_TEST_TMPDIR/calls"
    [ "$(grep -c accept "$BATS_TEST_TMPDIR/calls")" -eq 8 ]
}

@test "numbers reserved by calls that wait are no open files" {
    command -v python3 >/dev/null || skip 'there is no python3'
    unset PROCFS_PATH
    local shown listed pid
    python3 - 3>&- <<'END' &
import socket, threading, time
server = socket.socket()
server.bind(("127.0.0.1", 0))
server.listen()
for _ in range(8):
    threading.Thread(target=server.accept, daemon=True).start()
time.sleep(1000)
END
    pid=$!
    wait_until all_accept "$pid"
    shown=$(ps -q "$pid" -o fds= | xargs)
    listed=$(find "/proc/$pid/fd" -mindepth 1 | wc -l)
    kill "$pid"
    expect_equal fds "$listed" "$shown"
}

# with_libraries KIND COMMAND...: the libraries are the stand-ins of that kind.
with_libraries() {
    local kind=$1 name
    shift
    mkdir -p "$BATS_TEST_TMPDIR/$kind"
    for name in libsystemd.so.0 libselinux.so.1; do
        ln -sf "$DOTPROC_STAND_INS/$kind-$name" "$BATS_TEST_TMPDIR/$kind/$name"
    done
    LD_LIBRARY_PATH=$BATS_TEST_TMPDIR/$kind "$@"
}

# tests/unit/source/proc/test_login.c has its errors.
@test "units and sessions are those of libsystemd" {
    unset PROCFS_PATH
    local columns=machine,lsession,seat,ouid,slice,unit,uunit
    expect_equal "all" "machine of $$?[7m|session of $$?[7m|seat for session of $$?[7m|4294967290|slice of $$?[7m$(
    )|unit of $$?[7m|user unit of $$?[7m" \
        "$(with_libraries knowing "$DOTPROC_PS" -q $$ --no-headers --delimiter='|' -o $columns)"
}

@test "labels are those of libselinux where SELinux is in use" {
    unset PROCFS_PATH
    export KNOWN_PID=$$
    local column
    for column in label context zone; do
        expect_equal "$column" "label of $$" "$(with_libraries knowing "$DOTPROC_PS" -q $$ -o $column=)"
    done
    expect_equal "one that is not known" - "$(with_libraries knowing "$DOTPROC_PS" -q 1 -o label= | xargs)"
    expect_equal "not in use" "$("$DOTPROC_PS" -q $$ -o label=)" \
        "$(NO_SELINUX=1 with_libraries knowing "$DOTPROC_PS" -q $$ -o label=)"
}

@test "without a library there is nothing to show, and no error" {
    unset PROCFS_PATH
    expect_equal "libsystemd" "- -" "$(with_libraries empty "$DOTPROC_PS" -q $$ -o machine=,unit= | xargs)"
    with_libraries empty "$DOTPROC_PS" -q $$ -o label= >/dev/null
}

@test "libraries are not asked about tasks of another procfs" {
    export KNOWN_PID=200
    expect_equal "unit" - "$(with_libraries knowing "$DOTPROC_PS" -q 200 -o unit= | xargs)"
    expect_equal "label" system_u:system_r:httpd_t:s0 \
        "$(with_libraries knowing "$DOTPROC_PS" -q 200 -o label= | xargs)"
}

@test "for how long a single process has waited" {
    local sleeper
    unset PROCFS_PATH
    sleep 1000 3>&- &
    sleeper=$!
    wait_until is_sleeping "$sleeper"
    [[ $(ps --source=bpf -o waited= -q $$) == *[0-9] ]] || skip 'no BPF here'
    [[ $(ps -o waited= -q "$sleeper") == *[0-9].[0-9][0-9][0-9] ]]
    expect_equal "by procfs" - "$(ps --source=task -o waited= -q "$sleeper" | xargs)"
    mkdir -p "$BATS_TEST_TMPDIR/dotproc"
    printf '%s\n' 'format = 1' '[window 1]' 'fields = PID WAITED COMMAND' >"$BATS_TEST_TMPDIR/dotproc/toprc"
    XDG_CONFIG_HOME=$BATS_TEST_TMPDIR top -b -n 1 -p "$sleeper" | grep -qE "^ *$sleeper +[0-9:.]*[0-9] sleep *\$"
    kill "$sleeper"
}
