#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A translation, as it was built, in a locale made for the test: all of it has its place on the screen.

bats_require_minimum_version 1.5.0
export language=${DOTPROC_LANGUAGE:?is to be a language of po/LINGUAS with its country}
load ../cli/helper
load helper

# In front of an answer; what is left is room for a name or a path.
QUESTION_MOST=68

@test "the translation is used" {
    text=$(translated ps --help all)
    [ "$text" != "$(ps --help all)" ]
    expect_width "ps --help all" "$COLUMNS_OF_A_TERMINAL" <<<"$text"
}

@test "ps: complaints fit" {
    for arguments in '-o nosuch' '-a x' -p '--nosuch'; do
        # shellcheck disable=SC2086 # words
        run -1 translated ps $arguments
        expect_width "the complaint about $arguments" "$COLUMNS_OF_A_TERMINAL" <<<"$output"
    done
}

@test "top: help and complaints fit" {
    translated top --help | expect_width 'the help' "$COLUMNS_OF_A_TERMINAL"
    run -1 translated top --nosuch
    expect_width 'a complaint' "$COLUMNS_OF_A_TERMINAL" <<<"$output"
}

@test "top: the keys stand in their column" {
    text=$(screen '?')
    expect_width 'the help screen' "$COLUMNS_OF_A_TERMINAL" <<<"$text"
    # Behind the topics with their titles; the names take 14 cells.
    sed -n '/^q /,$p' <<<"$text" | in_cells >keys
    [ "$(wc -l <keys)" -gt 20 ]
    run -1 grep -vE '^.{13} [^ ]' keys
}

@test "top: the summary keeps its width" {
    text=$(screen | sed -n 1,5p)
    expect_width 'the summary' "$COLUMNS_OF_A_TERMINAL" <<<"$text"
    # Beside each other these are cells of equal width.
    english=$("$DOTPROC_FRAMES" 24 "$WIDE" | sed -n 's/^|//p')
    for line in 3 4; do
        expect_equal "the width of line $line" \
            "$(sed -n "${line}p" <<<"$english" | width_of)" "$(sed -n "${line}p" <<<"$text" | width_of)"
    done
}

@test "top: bars begin below each other" {
    text=$(screen t m | sed -n 3,5p)
    expect_equal 'the columns where the bars begin' 1 "$(cut -d '[' -f 1 <<<"$text" |
        in_cells | sed 's/./x/g' | sort -u | wc -l)"
}

@test "top: questions leave room for answers" {
    local keys
    for keys in d n u U o O k 'k <Enter>' r 'r <Enter>' '<C-r>' g G X L / Y 3; do
        # shellcheck disable=SC2086 # words
        screen $keys | sed -n 6p | sed 's/ *$//' >question
        [ -s question ]
        expect_width "the question after $keys" "$QUESTION_MOST" <question
    done
}

@test "top: other screens fit" {
    local keys
    for keys in Y 'Y <Enter>' 'Y <Enter> <Enter>' f; do
        # shellcheck disable=SC2086 # words
        screen $keys | head -n 4 | expect_width "the screen after $keys" "$COLUMNS_OF_A_TERMINAL"
    done
    screen --colours Z | expect_width 'the choice of colours' "$COLUMNS_OF_A_TERMINAL"
}

@test "top: fields stand in two columns" {
    translated "$DOTPROC_FRAMES" 54 "$COLUMNS_OF_A_TERMINAL" f | sed -n 's/^|//p' >fields
    expect_width 'the field manager' "$COLUMNS_OF_A_TERMINAL" <fields
    # The second column begins where that of the first line does, in cells.
    expect_equal 'the columns where second fields begin' 1 "$(
        sed -nE 's/^(..?[^ ]+ +=.* )[^ ]+ +=.*/\1/p' fields |
            in_cells | sed 's/./x/g' | sort -u | wc -l)"
}
