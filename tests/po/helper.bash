# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the tests of translations share. They set `language`, as de_DE, before they load it, and `with_order`
# where the order of its letters is to be its own.

: "${language:?is to be the language}"
: "${DOTPROC_FRAMES:?is to be the program made of tests/tui/frames.c}"
: "${DOTPROC_TRANSLATIONS:?is to be the directory of the translations built}"

# shellcheck disable=SC2034 # for the tests
COLUMNS_OF_A_TERMINAL=80

# So wide that nothing is cut which would not fit in 80 columns.
WIDE=200

# A locale that is missing counts as C, in another encoding.
has_locale() {
    [ "$(LC_ALL=$language.UTF-8 locale charmap 2>/dev/null)" = UTF-8 ]
}

setup_file() {
    ! has_locale || return 0
    export LOCPATH=$BATS_FILE_TMPDIR/locales
    mkdir "$LOCPATH"
    local category
    for category in ADDRESS CTYPE IDENTIFICATION MEASUREMENT MESSAGES MONETARY NAME NUMERIC PAPER TELEPHONE TIME COLLATE; do
        printf 'LC_%s\ncopy "%s"\nEND LC_%s\n' $category "$language" $category
    done >"$LOCPATH/source"
    # To make the order of its letters takes longer than all else.
    [ -n "${with_order-}" ] || sed -i '/^LC_COLLATE/,$ s/"[^"]*"/"POSIX"/' "$LOCPATH/source"
    # It warns of what does not matter here, by its status too.
    localedef -i "$LOCPATH/source" -f UTF-8 "$LOCPATH/$language.UTF-8" || :
}

setup() {
    has_locale || skip "no locale $language.UTF-8 can be made here: see localedef(1)"
    use_tree linux-6
    cd "$BATS_TEST_TMPDIR" || return
}

# translated COMMAND...
translated() {
    LC_ALL=$language.UTF-8 DOTPROC_LOCALEDIR=$DOTPROC_TRANSLATIONS "$@"
}

# screen [--colours] KEY...: the lines of a wide screen in the language after these keys.
screen() {
    local option=()
    [ "${1:-}" != --colours ] || { option=("$1") && shift; }
    translated "$DOTPROC_FRAMES" "${option[@]}" 110 "$WIDE" "$@" | sed -n 's/^|//p'
}

# in_cells: an x for each cell of what is not ASCII in the input, two for an East Asian character. No locale is
# asked: where one was made for the test, no other has its tables.
in_cells() {
    LC_ALL=C sed -E 's/[\xe3-\xed][\x80-\xbf]{2}|\xef[\xbc\xbd][\x80-\xbf]/xx/g
        s/[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/x/g'
}

# width_of: the cells that the widest line of the input takes.
width_of() {
    in_cells | LC_ALL=C wc -L
}

# expect_width WHAT MOST: of the lines that are read.
expect_width() {
    local text width
    text=$(cat)
    width=$(width_of <<<"$text")
    [ "$width" -le "$2" ] && return
    echo "$1 is $width cells wide, more than $2:"
    echo "$text"
    return 1
}
