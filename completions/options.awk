# SPDX-License-Identifier: GPL-2.0-or-later
#
# Reads the options of a program. Of option number i, from 1 to `count`:
#
#   names[i]     "-p p --pid": Unix letters, BSD letters and words, with a blank between two
#   kinds[i]     what its argument is, see kind_of(); "" without one
#   optional[i]  the argument may be missing
#   choices[i]   the words that it takes, where these are known
#   about[i]     what it does
#
#   attached[i]  the argument has to follow "="
#
# finish() in a second file, one for each shell, prints them.

# "SPEC" and the like: the argument names of the help; each has to be listed here.
function kind_of(word) {
    if (word ~ /^(GROUPS|SESSIONS or GROUPS)$/)
        return "groups"
    if (word ~ /^(PIDS|SESSIONS|PID\[,PID\.\.\.\])$/)
        return "pids"
    if (word ~ /^(\[!\]USER|USERS)$/)
        return "users"
    if (word ~ /^(KEYS|SPEC)$/)
        return "specifiers"
    if (word == "[+|-]FIELD")
        return "fields"
    if (word == "NAMES")
        return "commands"
    if (word == "CONTAINERS")
        return "containers"
    if (word == "PODS")
        return "pods"
    if (word == "TERMINALS")
        return "terminals"
    if (word == "DIR")
        return "directories"
    if (word == "FILE")
        return "files"
    if (word ~ /^(NAME|SECTION|TOPICS)$/ || word ~ /\|/)
        return "choices"
    if (word ~ /^(C|COLUMNS|FORMAT|N|NUMBER|SECONDS)$/)
        return "text"
    print "completions: nothing is known of the argument " word > "/dev/stderr"
    broken = 1
    exit 1
}

# "how to read it: auto, bpf or task" -> "auto bpf task"
function choices_in(text) {
    sub(/.*: /, "", text)
    gsub(/, ?| or /, " ", text)
    return text
}

# Whether there are options without a dash.
function has_bsd(    i) {
    for (i = 1; i <= count; i++)
        if ((" " names[i]) ~ / [a-zA-Z]/)
            return 1
    return 0
}

function add_option(left, right,    words, n, i, argument) {
    count++
    about[count] = right
    n = split(left, words, ", ")
    for (i = 1; i <= n; i++) {
        argument = ""
        if (words[i] ~ /^--json=/) {
            # --json may stand alone in ps, with =lines only in top.
            choices[count] = substr(words[i], 8)
            kinds[count] = "choices"
            attached[count] = 1
            sub(/=.*/, "", words[i])
            if (names[count] == words[i]) {
                optional[count] = 1
                continue
            }
        } else if (match(words[i], / /)) {
            argument = substr(words[i], RSTART + 1)
            words[i] = substr(words[i], 1, RSTART - 1)
        }
        names[count] = names[count] (names[count] == "" ? "" : " ") words[i]
    }
    if (argument == "")
        return
    if (argument ~ /^\[[A-Z]+\]$/) {
        optional[count] = 1
        gsub(/[][]/, "", argument)
    }
    if (argument == "GROUPING") {
        kinds[count] = "choices"
        choices[count] = "pool program user session cgroup container pod wait pool,wait off"
        return
    }
    kinds[count] = kind_of(argument)
    if (kinds[count] == "choices")
        choices[count] = argument ~ /\|/ ? argument : choices_in(right)
    gsub(/\|/, " ", choices[count])
}

/^#/ {
    next
}

{
    sub(/^ +/, "")
    if (!match($0, /  +/)) {
        print "completions: no option: " $0 > "/dev/stderr"
        broken = 1
        exit 1
    }
    add_option(substr($0, 1, RSTART - 1), substr($0, RSTART + RLENGTH))
}

END {
    if (broken)
        exit 1
    finish()
}
