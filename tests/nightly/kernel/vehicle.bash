# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later

# vehicle_check BUILD-DIRECTORY: ends the script with status 77, and a line that says what is
# missing, where no guest can be built or run here.
vehicle_check() {
    local tool missing='' cache
    cache=${DOTPROC_KERNEL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}}
    for tool in qemu-system-x86_64 make gcc flex bison bc cpio xz patch bats strace setpriv \
        unshare; do
        command -v "$tool" >/dev/null || missing="$missing, $tool"
    done
    [ -s /usr/src/linux-source-6.1.tar.xz ] || missing="$missing, linux-source-6.1 (Debian 12)"
    [ "$(uname -m)" = x86_64 ] || missing="$missing, an x86_64 machine"
    [ "$(id -u)" -eq 0 ] || missing="$missing, root (the guest sees files as whoever starts it)"
    mkdir -p "$cache"
    [ "$(df -Pm "$cache" | awk 'NR == 2 { print $4 }')" -ge 3000 ] ||
        missing="$missing, 3 GB of disk under $cache"
    [ "$(awk '$1 == "MemAvailable:" { print int($2 / 1024) }' /proc/meminfo)" -ge 4000 ] ||
        missing="$missing, 4 GB of free memory"
    [ -x "$1/tests/nightly/kernel/load" ] || missing="$missing, a build in $1"
    if [ -n "$missing" ]; then
        echo "kernel: skipped, missing here: ${missing#, }"
        exit 77
    fi
}
