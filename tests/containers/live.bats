#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Control groups of the running kernel with the names that runtimes give, and containers that runc or
# crun runs, from outside and from inside. Their root has the host's /usr and the programs.

bats_require_minimum_version 1.5.0
load ../cli/helper

# Cgroup, runtime and name of what is in it.
GROUPS_OF="docker/<c1> docker cache
kubepods/besteffort/pod1c1d2e3f-4a5b-6c7d-8e9f-0a1b2c3d4e5f/<a2> containerd envoy
kubepods/burstable/pod5c1d2e3f-4a5b-6c7d-8e9f-0a1b2c3d4e5f/crio-<b2> cri-o k8s_db_db-0_shop_0
libpod_parent/libpod-<d1> podman registry
nerdctl-<a4>.scope containerd wiki
lxc.payload.mail lxc mail
docker/<ee> docker id:eeeeeeeeeeee"

setup_file() {
    export HOSTS=$BATS_FILE_TMPDIR/hosts
    "$BATS_TEST_DIRNAME/make" "$HOSTS"
}

setup() {
    test_group=dotproc-test-$$
    pids=()
    need_json
    [ "$(id -u)" -eq 0 ] || skip 'only root can make control groups'
    [ "$(readlink /proc/self/ns/pid)" = 'pid:[4026531836]' ] || skip 'this is a container'
    # A sanitizer's search for leaks needs to trace.
    export ASAN_OPTIONS=detect_leaks=0
}

teardown() {
    [ -z "${runtime-}" ] || "$runtime" --root "$BATS_TEST_TMPDIR/state" delete -f "$id" || :
    for pid in "${pids[@]}"; do
        kill "$pid" || :
        ends_within "$pid" || :
    done
    local each
    for each in /sys/fs/cgroup{,/*}; do
        [ ! -d "$each/$test_group" ] || find "$each/${test_group:?}" -depth -type d -exec rmdir {} + || :
    done
}

# with_id TEXT: <c1> becomes an ID.
with_id() {
    local text=$1 digits
    while [[ $text =~ \<(..)\> ]]; do
        digits=$(printf "${BASH_REMATCH[1]}%.0s" {1..32})
        text=${text/"${BASH_REMATCH[0]}"/$digits}
    done
    printf '%s\n' "$text"
}

# The root of a hierarchy where groups can be made: version 2, else systemd's of version 1.
find_hierarchy() {
    for hierarchy in /sys/fs/cgroup /sys/fs/cgroup/unified /sys/fs/cgroup/systemd; do
        if [ -e "$hierarchy/cgroup.procs" ] && mkdir "$hierarchy/$test_group" 2>/dev/null; then
            return
        fi
    done
    hierarchy=
    skip 'no control groups can be made here'
}

@test "processes in groups of every runtime have its names, by each source" {
    local group runtime_name name pid source
    find_hierarchy
    while read -r group runtime_name name; do
        group=$hierarchy/$test_group/$(with_id "$group")
        mkdir -p "$group"
        sleep infinity 3>&- &
        pids+=("$!")
        echo "$!" >"$group/cgroup.procs"
        printf '%s %s %s\n' "$!" "$runtime_name" "$name" >>"$BATS_TEST_TMPDIR/expected"
    done <<<"$GROUPS_OF"
    for source in task bpf; do
        # Of so few processes auto takes procfs.
        [ "$source" = task ] || ps --source="$source" -o pid= -p $$ 2>/dev/null || continue
        ps --source="$source" -e -o pid=,runtime=,container= --container-root="$HOSTS/root" >rows-"$source"
        while read -r pid runtime_name name; do
            awk -v pid="$pid" '$1 == pid { print $2, $3 }' rows-"$source" >row
            [ "$(cat row)" = "$runtime_name $name" ] || {
                echo "$source, $pid: $(cat row), not $runtime_name $name"
                return 1
            }
        done <"$BATS_TEST_TMPDIR/expected"
    done
}

# run_container RESOURCES: starts one that sleeps, with these limits; `runtime` runs it.
run_container() {
    local each build name
    id=$(with_id '<c1>')
    build=$(dirname "$(dirname "$DOTPROC_PS")")
    mkdir -p "$BATS_TEST_TMPDIR"/bundle/root/{proc,sys/fs/cgroup,usr,build}
    for each in bin lib lib64 sbin; do
        [ ! -L "/$each" ] || ln -s "usr/$each" "$BATS_TEST_TMPDIR/bundle/root/$each"
    done
    cat >"$BATS_TEST_TMPDIR/bundle/config.json" <<END
{"ociVersion": "1.0.2",
 "process": {"user": {"uid": 0, "gid": 0}, "args": ["sleep", "infinity"], "cwd": "/",
  "env": ["PATH=/usr/bin:/bin", "TERM=linux", "HOME=/nonexistent", "ASAN_OPTIONS=detect_leaks=0"]},
 "root": {"path": "root", "readonly": true}, "hostname": "inside",
 "mounts": [
  {"destination": "/proc", "type": "proc", "source": "proc"},
  {"destination": "/sys/fs/cgroup", "type": "cgroup", "source": "cgroup", "options": ["ro"]},
  {"destination": "/usr", "type": "bind", "source": "/usr", "options": ["rbind", "ro"]},
  {"destination": "/build", "type": "bind", "source": "$build", "options": ["rbind", "ro"]}],
 "linux": {"cgroupsPath": "/$test_group/docker/$id", "resources": $1,
  "namespaces": [{"type": "pid"}, {"type": "mount"}, {"type": "uts"}, {"type": "ipc"}]}}
END
    for runtime in crun runc; do
        command -v "$runtime" >/dev/null || continue
        if "$runtime" --root "$BATS_TEST_TMPDIR/state" run -d --pid-file "$BATS_TEST_TMPDIR/pid" \
            --bundle "$BATS_TEST_TMPDIR/bundle" "$id" </dev/null >"$BATS_TEST_TMPDIR/log" 2>&1 3>&-; then
            # It still has to become the program.
            wait_until grep -x sleep "/proc/$(cat "$BATS_TEST_TMPDIR/pid")/comm"
            return
        fi
        name="$runtime: $(cat "$BATS_TEST_TMPDIR/log")"
    done
    runtime=
    skip "no container can be run here: ${name:-there is no runc or crun}"
}

inside() {
    "$runtime" --root "$BATS_TEST_TMPDIR/state" exec "$id" "$@" 3>&-
}

inside_top() {
    inside /build/top/top -b -n1 -w 100
}

@test "a container is named from outside, and says its limits inside" {
    local cpus
    need_top
    run_container '{"cpu": {"quota": 50000, "period": 100000}, "memory": {"limit": 268435456}}'
    ps -e -o comm=,runtime=,container=,pidns= --container-root="$HOSTS/root" >rows
    grep -qE "^sleep +docker +cache +[0-9]+$" rows

    cpus="0\\.5 of $(grep -c '^cpu[0-9]' /proc/stat) CPUs, "
    inside_top >frame
    grep -qE "^In a container: ${cpus}[0-9]+\\.[0-9] of 256\\.0 MiB used$" frame
    # %MEM is of the limit.
    awk '$NF == "sleep" { off = $6 * 100 / 262144 - $10; found = off < 0.06 && off > -0.06 }
        END { exit !found }' frame

    [ "$(inside /build/top/top -b -n1 --json=lines | jq -c '.summary.limits | [.cpus, .memory]')" = \
        '[0.5,268435456]' ]

    # A limit is read anew.
    "$runtime" --root "$BATS_TEST_TMPDIR/state" update --memory 134217728 "$id"
    inside_top | grep -qE '^In a container: .* of 128\.0 MiB used$'

    # ps shows %MEM of the host, as stock ps does; and another procfs has no limits.
    inside /build/ps/ps -C sleep -o %mem= | grep -qE '^ *0\.0$'
    inside /build/top/top -b -n1 --procfs /proc | grep -q '^MiB Mem'
    run inside /build/top/top -b -n1 --procfs /proc
    [[ $output != *'In a container'* ]]
}

@test "a container without limits has the summary of a host" {
    need_top
    run_container '{}'
    inside_top >frame
    [ "$(sed -n 6p frame | tr -d ' ')" = '' ]
    [ "$(sed -n 7p frame | awk '{ print $1 }')" = PID ]
}
