# SPDX-License-Identifier: GPL-2.0-or-later
#
# See options.awk. In fish, letters and words of one option are one line.

function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/'/, "\\'", text)
    return "'" text "'"
}

# A wildcard without matches is an error, but not in a loop.
function terminals() {
    return "\"for file in /dev/tty* /dev/pts/*; echo \\$file; end | string match -r '(?:tty|pts/)[0-9]+\\$'\""
}

# The completion of an argument of this kind: words, or a command in brackets.
function arguments(kind, i) {
    if (kind == "choices")
        return quoted(choices[i])
    if (kind == "commands")
        return quoted("(__fish_complete_list , '" program " -A -o comm= 2>/dev/null')")
    if (kind == "containers")
        return quoted("(__fish_complete_list , '" program " -A -o container= 2>/dev/null')")
    if (kind == "directories")
        return quoted("(__fish_complete_directories)")
    if (kind == "files")
        return quoted("(__fish_complete_path)")
    if (kind == "fields")
        return quoted("(" program " -O 2>/dev/null)")
    if (kind == "groups")
        return quoted("(__fish_complete_list , __fish_complete_groups)")
    if (kind == "pids")
        return quoted("(__fish_complete_list , __fish_complete_pids)")
    if (kind == "pods")
        return quoted("(__fish_complete_list , '" program " -A -o pod= 2>/dev/null')")
    if (kind == "specifiers")
        return quoted("(__fish_complete_list , \"" program " L 2>/dev/null | string replace -r ' .*' ''\")")
    if (kind == "terminals")
        return quoted("(__fish_complete_list , " terminals() ")")
    return quoted("(__fish_complete_list , __fish_complete_users)")
}

function finish(    i, j, n, words, line) {
    print "# SPDX-License-Identifier: GPL-2.0-or-later"
    print "# Completes command lines of " program "(1); made from its help."
    print ""
    if (has_bsd())
        print "complete -c " program " -f -a '(__fish_complete_pids)'"
    else
        print "complete -c " program " -f"
    for (i = 1; i <= count; i++) {
        n = split(names[i], words, " ")
        line = ""
        for (j = 1; j <= n; j++)
            if (words[j] ~ /^--/)
                line = line " -l " substr(words[j], 3)
            else if (words[j] ~ /^-/)
                line = line " -s " substr(words[j], 2)
        if (line == "")
            continue
        if (kinds[i] == "text")
            line = line (optional[i] ? "" : " -x")
        else if (kinds[i] != "")
            line = line (optional[i] ? " -f" : " -x") " -a " arguments(kinds[i], i)
        print "complete -c " program line " -d " quoted(about[i])
    }
}
