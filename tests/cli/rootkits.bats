#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Programs that look for rootkits know manipulated copies of ps and top by what stands in them.

bats_require_minimum_version 1.5.0
load helper

# The paths and names that chkrootkit's tests of ps and top look for.
IN_PS='/dev/xmx|\.1proc|/dev/ttyop|/dev/pty[pqrsx]|/dev/cui|/dev/hda[0-7]|/dev/hdp|/dev/dsx|w0rm|/dev/hdaa'
IN_PS+='|duarawkz|/dev/tux|/security|ARRRGH\.so'
IN_TOP='/dev/xmx|/dev/ttyop|/dev/pty[pqrsx]|/dev/hdp|/dev/dsx|/dev/tux|proc_hackinit'

@test "nothing in the programs looks like a rootkit's" {
    [ -z "${DOTPROC_SANITIZED:-}" ] || skip 'the runtime of a sanitizer is in them, too'
    expect_equal ps "" "$(grep -aoE "$IN_PS" "$DOTPROC_PS" | sort -u)"
    expect_equal top "" "$(grep -aoE "$IN_TOP" "$DOTPROC_TOP" | sort -u)"
}

# chkrootkit_with_ours TEST...: with our programs in the place of the system's, for it alone.
chkrootkit_with_ours() {
    # shellcheck disable=SC2016 # the inner shell's variables
    unshare --mount --propagation private sh -euc '
        mount --bind "$1" "$(readlink -f "$(command -v ps)")"
        mount --bind "$2" "$(readlink -f "$(command -v top)")"
        shift 2
        exec chkrootkit "$@"' sh "$DOTPROC_PS" "$DOTPROC_TOP" "$@"
}

@test "chkrootkit finds nothing in ps and top, and no process that ps hides" {
    command -v chkrootkit >/dev/null || skip 'there is no chkrootkit here'
    [ "$(id -u)" -eq 0 ] || skip 'it takes root'
    unshare --mount true 2>/dev/null || skip 'no mounts of our own here'
    [ -z "${DOTPROC_SANITIZED:-}" ] || skip 'the runtime of a sanitizer is in them, too'
    run -0 chkrootkit_with_ours ps top lkm
    [[ $output != *INFECTED* ]]
    [[ $output == *"Checking \`ps'"*'not infected'* ]]
    [[ $output == *"Checking \`top'"*'not infected'* ]]
}
