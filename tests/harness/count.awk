# SPDX-License-Identifier: GPL-2.0-or-later
#
# Prints how many cases passed, failed and were skipped, from meson's testlog.json: one line of
# JSON for each test program, with its output in "stdout". A bats file says of each case `ok` or
# `not ok` (TAP), a check program says how many there were,
# and on lines of their own (`left out:`) what it could not do; any other program is one case.

function output_of(json)
{
    if (!match(json, /"stdout": "([^"\\]|\\.)*"/))
        return ""
    return substr(json, RSTART + 11, RLENGTH - 12)
}

function number_after(word, text)
{
    return match(text, word ": [0-9]+") ? substr(text, RSTART + length(word) + 2, 9) + 0 : 0
}

{
    match($0, /"result": "[A-Z]+"/)
    result = substr($0, RSTART + 11, RLENGTH - 12)
    count = split(output_of($0), lines, /\\n/)
    cases = bad = 0
    for (i = 1; i <= count; i++) {
        if (lines[i] ~ /^[0-9]+%: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+/) {
            broken = number_after("Failures", lines[i]) + number_after("Errors", lines[i])
            passed += number_after("Checks", lines[i]) - broken
        } else if (lines[i] ~ /^left out: /) {
            skipped++
            continue
        } else if (lines[i] ~ /^not ok [0-9]/) {
            broken = 1
        } else if (lines[i] ~ /^ok [0-9]+ .*# skip/) {
            broken = 0
            skipped++
        } else if (lines[i] ~ /^ok [0-9]/) {
            broken = 0
            passed++
        } else {
            continue
        }
        cases++
        bad += broken
    }
    if (result == "OK" || result == "SKIP") {
        if (!cases && result == "OK")
            passed++
        else if (!cases)
            skipped++
    } else if (!bad) {
        bad = 1 # it broke off, or ran out of time
    }
    failed += bad
}

END {
    print passed + 0, failed + 0, skipped + 0
}
