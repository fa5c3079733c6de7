#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The columns of ps. The tree is one whose ids have five digits, as the widths in expected/ps do. Formats, headings of
# every personality, macro and option, orders, widths and pages are compared with stock ps (tests/compare).
#
# shellcheck disable=SC2009 # it is our ps

load helper

# To look for leaks takes a sanitized ps longer than to list: generations.bats and others do.
export ASAN_OPTIONS=detect_leaks=0

setup() {
    use_tree linux-2.6.24
}

manners() {
    transcript 'ps -p 200,300 --signames -o pid,blocked,ignored,caught' 'ps s --signames --cols 150 300' \
        'ps -p 300 --signames -o caught' 'ps -p 300 --signames -o caught --cols 20' \
        'ps -p 300 --signames -o caught:10,pid' \
        "ps -p 1,300 -D '%Y-%m-%d %H:%M:%S' -o pid,lstart" "ps -p 1 --date-format=%s -o lstart,start" \
        "ps -p 1 -D $'a\\033[7m' -o lstart" \
        'ps -p 1,200,300 --delimiter=, -o pid,user,ni,comm,args' 'ps -fp 300 --delimiter \|' \
        'ps -p 300 --delimiter : -o "%p=%c" -o pid,comm' 'ps -p 200 --delimiter , -o pid,args --cols 20'
}

@test "dates, delimiters and names of signals" { expect_output ps/manners manners; }

@test "the manual page has no specifier that there is not" {
    local specifiers
    mapfile -t specifiers < <(sed -n 's/^\.\(It \)\{0,1\}Cm \(.*\)/\2/p' "$BATS_TEST_DIRNAME/../../man/ps.1" |
        sed -n '/^egid/,/^zoneid/p' | tr -s ' ,.' '\n' | sed '/^$/d')
    [ ${#specifiers[@]} -ge 250 ]
    ps -q 1 "${specifiers[@]/#/-o}" >/dev/null
}

@test "the manual page has every long option" {
    local option count=0
    for option in $(ps --help all | grep -oE -e '--[a-z-]+' | sort -u); do
        grep -qE "Fl -${option#--}( |\$)" "$BATS_TEST_DIRNAME/../../man/ps.1" || {
            echo "$option is not in the manual page"
            return 1
        }
        count=$((count + 1))
    done
    [ $count -ge 35 ]
}

@test "the manual page has no message that there is not" {
    local root=$BATS_TEST_DIRNAME/../.. text count=0
    while IFS= read -r text; do
        grep -rqF -e "$text" "$root/ps" "$root/lib" || {
            echo "no message has: $text"
            return 1
        }
        count=$((count + 1))
    done < <(sed -n '/^\.Sh DIAGNOSTICS/,/^\.Sh SEE/s/^\.It \(warning: \)\{0,1\}//p' "$root/man/ps.1" |
        sed 's/ *\.\.\. */\n/g' | sed '/^.\{0,3\}$/d')
    [ "$count" -ge 25 ]
}

@test "every specifier that L lists can be shown and sorted by" {
    local all
    all=$(ps L | awk '{ printf "%s%s", comma, $1; comma = "," }')
    [ "$(tr -d -c , <<<"$all" | wc -c)" -gt 100 ]
    ps -e -o "$all" --sort "$all" >/dev/null
}
