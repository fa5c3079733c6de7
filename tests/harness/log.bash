# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What meson's testlog.json says: a line of JSON for each test program, which is called "PROJECT:SUITE / NAME".

# failures FILE: the names of the tests that failed.
failures() {
    jq -r 'select(.result | IN("OK", "SKIP", "EXPECTEDFAIL") | not) | .name | sub(".*( / |:)"; "")' "$1"
}

# output_of FILE NAME: what the test printed.
output_of() {
    jq -r --arg name "$2" 'select((.name | sub(".*( / |:)"; "")) == $name) | .stdout // "", .stderr // ""' "$1"
}

# The first message of a failure among the lines of an output.
first_message() {
    grep -aoE -m 1 '^not ok .*|[^:/]*:[0-9]+:[EF]:.*|^FAILED: .*|(Sanitizer|runtime error): .*' |
        cut -c 1-200 || echo 'no message'
}
