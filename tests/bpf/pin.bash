# shellcheck shell=bash disable=SC2034 # others use what is set here
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the tests of pins have in common: a mount namespace with a /run of its own, so the host's pins are
# neither seen nor touched, copies of the programs that users run, and users. Exits with 77 where they
# cannot run.
#
#   TEST DOTPROC-BPF PS COMPARE PROGRAM...
set -euo pipefail

directory=/run/dotproc/bpf
# What the names of all files there end with.
version=-v$(sed -n 's/^#define WIRE_VERSION //p' "$(dirname "$0")/../../lib/source/bpf/wire.h")

skip() {
    echo "skipped: $*"
    exit 77
}

fail() {
    echo "FAILED: $*"
    exit 1
}

untried() {
    echo "not tried: $*"
}

# An ordinary user cannot reach a build directory under somebody's home: it gets copies.
copies=${PIN_TEST_COPIES-}
if [ -z "$copies" ]; then
    [ "$(id -u)" -eq 0 ] || skip "only root can pin"
    unshare --mount true 2>/dev/null || skip "no mount namespaces here"
    copies=$(mktemp -d)
    trap 'rm -rf "$copies"' EXIT
    chmod 755 "$copies"
    install -m 755 "${@:2}" "$copies"
    status=0
    PIN_TEST_COPIES=$copies unshare --mount --propagation private "$BASH" "$0" "$@" || status=$?
    exit "$status"
fi

dotproc_bpf=$(realpath "$1")
ps=$copies/${2##*/}
compare=$copies/${3##*/}

mount -t tmpfs -o mode=755 none /run
# An ordinary user can only make tasks nicer.
renice --priority 0 $$ >/dev/null

# users_may_use_bpf 0|2: what the kernel seems to be set to.
sysctl=/proc/sys/kernel/unprivileged_bpf_disabled
users_may_use_bpf() {
    echo "$1" >/run/unprivileged
    [ ! -e "$sysctl" ] || mountpoint -q "$sysctl" || mount --bind /run/unprivileged "$sysctl"
}
users_may_use_bpf 2
compared=
# Compares by a way that is not pinned: 0, or 77 where the kernel cannot do it; else all fails.
can_compare() {
    local status=0
    compared=$("$compare" "$1") || status=$?
    [ "$status" -eq 0 ] || [ "$status" -eq 77 ] || fail "comparison by $1: $compared"
    return "$status"
}

can_compare task-iter || skip "${compared#skipped: }"

user=(setpriv --reuid 65534 --regid 65534 --clear-groups)

as_user() {
    "${user[@]}" "$@"
}

in_group() {
    setpriv --reuid 65534 --regid 65534 --groups 12345 "$@"
}

# All that this kernel can do, for everybody.
load_all() {
    "$dotproc_bpf" load --mode 0444
}
