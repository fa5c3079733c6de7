#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Names of containers: by each runtime, in each version of control groups, from the files that
# tests/containers/make writes.

bats_require_minimum_version 1.5.0
load helper

# Task, runtime, id, container, pod, its namespace, image. The user's containers are there for the user
# and for who can give them to the user.
NAMES="init - - - - - -
containerd-systemd containerd a1a1a1a1a1a1 nginx web-7d9c5b6f4d-x2k8p shop docker.io/library/nginx:1.25
containerd-cgroupfs containerd a2a2a2a2a2a2 envoy mesh-1 istio quay.io/envoy:1
containerd-pause containerd a3a3a3a3a3a3 id:a3a3a3a3a3a3 mesh-1 istio -
containerd-nerdctl containerd a4a4a4a4a4a4 wiki - - -
containerd-log containerd a5a5a5a5a5a5 worker queue-0 shop -
crio-systemd cri-o b1b1b1b1b1b1 api api-1 shop quay.io/api:2
crio-cgroupfs cri-o b2b2b2b2b2b2 k8s_db_db-0_shop_0 db-0 shop quay.io/db:3
crio-conmon - - - id:4c1d2e3f-4a5b - -
docker-systemd docker c1c1c1c1c1c1 cache - - redis:7
docker-cgroupfs docker c2c2c2c2c2c2 kind-control-plane - - kindest/node:v1
docker-kubernetes containerd c3c3c3c3c3c3 old old-1 default old:1
docker-user docker c4c4c4c4c4c4 build - - golang:1
podman-systemd podman d1d1d1d1d1d1 registry - - docker.io/library/registry:2
podman-cgroupfs podman d2d2d2d2d2d2 once - - alpine:3
podman-user podman d3d3d3d3d3d3 toolbox - - fedora:40
podman-forged podman d1d1d1d1d1d1 id:d1d1d1d1d1d1 - - -
nspawn nspawn - debian - - -
machine machine - web-1 - - -
lxc lxc - mail - - -
snap snap - lxd - - -
flatpak flatpak - org.gnome.Maps - - -
service - - - - - -
nested containerd a2a2a2a2a2a2 envoy mesh-1 istio quay.io/envoy:1
unknown docker eeeeeeeeeeee id:eeeeeeeeeeee - - -
hostile docker efefefefefef ?[31mred?[0m?root?1?init? - - ?2J?"

COLUMNS_OF_NAMES=comm:30,runtime:20,ctid:20,container:40,pod:40,podns:40,image:40

setup_file() {
    export HOSTS=$BATS_FILE_TMPDIR/hosts
    "$BATS_TEST_DIRNAME/../containers/make" "$HOSTS"
    [ "$(id -u)" -ne 0 ] || chown -R 1000:1000 "$HOSTS/root/home/user"
}

setup() {
    need_json
    root=$HOSTS/root
    on v2
}

on() {
    export PROCFS_PATH=$HOSTS/trees/$1
}

# One blank between two columns; those within a name become question marks.
names() {
    "${run_as[@]}" "$DOTPROC_PS" -e --container-root="$root" -o "$COLUMNS_OF_NAMES" --no-headers \
        --delimiter='|' | sed 's/ *|/|/g; s/ *$//; s/ /?/g; y/|/ /'
}

run_as=()

@test "every runtime, in every version of control groups" {
    local version expected=$NAMES
    if [ "$(id -u)" -ne 0 ] && [ "$(id -u)" -ne 1000 ]; then
        expected=$(awk '$3 ~ /^(c4|d3)/ { $4 = "id:" $3; $7 = "-" } { print }' <<<"$NAMES")
    fi
    for version in v2 v1 hybrid; do
        on "$version"
        expect_equal "$version" "$expected" "$(names)"
    done
}

@test "a user sees the ids, and the names of logs" {
    local expected
    [ "$(id -u)" -eq 0 ] || skip "only root can become somebody else"
    for_everybody "$DOTPROC_PS"
    cp -r "$HOSTS" "$copies/hosts"
    chmod -R go+rX "$copies/hosts"
    root=$copies/hosts/root
    chmod 700 "$root/run/containerd" "$root/run/containers" "$root/var/lib/docker" \
        "$root/var/lib/containers" "$root/home/user"
    expected=$(awk '$3 != "-" && $1 != "containerd-log" {
            $4 = "id:" $3; $5 = $6 = $7 = "-"
        } { print $1, $2, $3, $4, $6, $7 }' <<<"$NAMES")
    PROCFS_PATH=$copies/hosts/trees/v2 DOTPROC_PS=$copy
    run_as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    expect_equal "as a user" "$expected" "$(names | awk '{ print $1, $2, $3, $4, $6, $7 }')"
    expect_equal "pods" "id:0c1d2e3f-4a5b id:1c1d2e3f-4a5b id:6c1d2e3f-4a5b queue-0" \
        "$(names | awk '$1 ~ /^(containerd|docker-k)/ && $5 != "-" { print $5 }' | sort -u | xargs)"
    give_back
}

@test "without state files a container is shown by its ID" {
    root=$BATS_TEST_TMPDIR
    expect_equal "ids" "$(awk '{ print $3 == "-" ? $4 : "id:" $3 }' <<<"$NAMES")" \
        "$(names | awk '{ print $4 }')"
}

# selected OPTIONS...: the tasks' names, in one line.
selected() {
    ps --container-root="$root" -o comm= "$@" | xargs
}

@test "--container: by name, by glob, by id" {
    expect_equal "name" "containerd-systemd" "$(selected --container nginx)"
    expect_equal "glob" "containerd-systemd nspawn" "$(selected --container 'ngin?,deb*')"
    expect_equal "twice" "containerd-systemd lxc" "$(selected --container=nginx --container mail)"
    expect_equal "id" "crio-systemd" "$(selected --container b1b1b1b1b1b1)"
    expect_equal "part of an id" "" "$(selected --container b1b1b1b1 || :)"
    expect_equal "all but those" "init crio-conmon service" "$(selected -N --container '*')"
    expect_equal "or others" "init lxc" "$(selected -p 1 --container mail)"
    expect_equal "or a name" "lxc service" "$(selected -C service --container mail)"
    run -1 ps --ended 1 --container mail
    run -1 ps --container-root="$root" --container nosuch
    expect_equal "none" "    PID TTY          TIME CMD" "$output"
}

@test "--pod: by namespace and name" {
    expect_equal "name" "containerd-cgroupfs containerd-pause nested" "$(selected --pod mesh-1)"
    expect_equal "both" "crio-systemd" "$(selected --pod shop/api-1)"
    expect_equal "another namespace" "" "$(selected --pod default/api-1 || :)"
    expect_equal "all of one" "containerd-systemd containerd-log crio-systemd crio-cgroupfs" \
        "$(selected --pod 'shop/*')"
    expect_equal "by id" "crio-conmon" "$(selected --pod 'id:4c*')"
}

@test "threads are those of their process's container" {
    expect_equal "with -L" "603 604" "$(ps --container-root="$root" -L -o lwp= --container '*red*' | xargs)"
    expect_equal "with m" "603 - -" \
        "$(ps --container-root="$root" m -o pid= --container '*red*' | xargs)"
}

@test "threads below their process that are read in several parts" {
    local tid tree=$BATS_TEST_TMPDIR/tree
    cp -r "$PROCFS_PATH" "$tree"
    for tid in {1001..1200}; do
        cp -r "$tree/603/task/604" "$tree/603/task/$tid"
        sed -i "s/^604 /$tid /" "$tree/603/task/$tid/stat"
    done
    PROCFS_PATH=$tree
    expect_equal "of a container" 203 \
        "$(ps --container-root="$root" m -o tid= --container '*red*' | wc -l)"
    expect_equal "of none" 0 \
        "$(ps --container-root="$root" -m -N -o tid= --container '*' | awk '$1 ~ /^1[0-9][0-9][0-9]$/' | wc -l)"
    expect_equal "of all others" 203 \
        "$(ps --container-root="$root" -m -N -o tid=,container= --container mail | awk '/red/' | wc -l)"
}

@test "sorted and grouped" {
    expect_equal "sorted" "worker web-1 registry" \
        "$(ps --container-root="$root" --sort -container -p 401,502,105 -o container= | xargs)"
    expect_equal "grouped" "3 istio mesh-1" \
        "$(ps -eL --container-root="$root" --group-by podns,pod -o count --no-headers |
            awk '$2 == "istio"' | xargs)"
}

@test "JSON: what is not known is null, names are harmless" {
    ps --json --container-root="$root" -o pid,container,pod,podns,image -p 201,503,603 \
        >"$BATS_TEST_TMPDIR/out"
    expect_equal "rows" '[
{"pid":201,"container":"api","pod":"api-1","podns":"shop","image":"quay.io/api:2"},
{"pid":503,"container":"mail","pod":null,"podns":null,"image":null},
{"pid":603,"container":"\u001b[31mred\u001b[0m\nroot 1 init\u202e","pod":null,"podns":null,"image":"\\xc2\\x9b2J\u0007"}
]' "$(cat "$BATS_TEST_TMPDIR/out")"
    need_jsonschema
    is_valid ps "$BATS_TEST_TMPDIR/out"
}

@test "--container-root on a missing folder or a file is refused" {
    run -1 --separate-stderr ps -e --container-root=/nonexistent
    # shellcheck disable=SC2154 # run sets it
    expect_equal "message" "ps: --container-root /nonexistent: No such file or directory" "$stderr"
    run -1 --separate-stderr ps -e --container-root=/dev/null
    expect_equal "message" "ps: --container-root /dev/null: Not a directory" "$stderr"
}

# config LINE...: of top's first window.
config() {
    export HOME=$BATS_TEST_TMPDIR/home
    unset XDG_CONFIG_HOME
    mkdir -p "$HOME/.config/dotproc"
    printf '%s\n' 'format = 1' '[window 1]' "$@" >"$HOME/.config/dotproc/toprc"
}

@test "top: fields, in text and as JSON" {
    need_top
    config 'fields = COMMAND CTNAME POD PODNS IMAGE' 'sort = CTNAME'
    top -b -n 1 -w 200 --container-root="$root" >"$BATS_TEST_TMPDIR/frame"
    expect_equal "text" "containerd-log worker queue-0 shop -" \
        "$(awk '$1 == "containerd-log" { print $1, $2, $3, $4, $5 }' "$BATS_TEST_TMPDIR/frame")"
    expect_equal "a hostile name" "hostile ?[31mred?[0m?r+" \
        "$(awk '$1 == "hostile" { print $1, $2 }' "$BATS_TEST_TMPDIR/frame")"
    expect_equal "sorted" "containerd-log machine podman-systemd" \
        "$(awk '$1 ~ /^(containerd-log|machine|podman-systemd)$/ { print $1 }' "$BATS_TEST_TMPDIR/frame" | xargs)"
    top --json=lines -n 1 --container-root="$root" >"$BATS_TEST_TMPDIR/frame"
    expect_equal "JSON" '"CTNAME":"api","POD":"api-1","PODNS":"shop","IMAGE":"quay.io/api:2"' \
        "$(grep -o '"CTNAME":"api"[^}]*' "$BATS_TEST_TMPDIR/frame")"
    need_jsonschema
    is_valid top "$BATS_TEST_TMPDIR/frame"
}

@test "top: without state files IDs, and a missing --container-root is refused" {
    need_top
    config 'fields = COMMAND CTNAME'
    expect_equal "ids" "id:c1c1c1c1c1c1" \
        "$(top -b -n 1 -w 200 --container-root="$BATS_TEST_TMPDIR" | awk '$1 == "docker-systemd" { print $2 }')"
    run -1 --separate-stderr top -b -n 1 --container-root=/nonexistent
    expect_equal "message" "top: --container-root /nonexistent: No such file or directory" "$stderr"
}
