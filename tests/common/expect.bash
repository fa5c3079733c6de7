# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later

# expect_equal WHAT EXPECTED ACTUAL: fails with WHAT and the difference where they are not the same.
expect_equal() {
    [ "$2" = "$3" ] && return
    echo "$1"
    diff -u --label expected --label actual <(printf '%s\n' "$2") <(printf '%s\n' "$3") |
        head -n 200
    return 1
}
