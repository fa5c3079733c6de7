# SPDX-License-Identifier: GPL-2.0-or-later
#
# See options.awk. _arguments of zsh takes "(options that it excludes)option[description]:argument:->kind".

function quoted(text) {
    gsub(/'/, "'\\''", text)
    return text
}

# What follows the option `name` of number i: letters take their argument attached or as the next word,
# words also after "=".
function behind(i, name) {
    if (kinds[i] == "")
        return ""
    if (attached[i])
        return "=-"
    return name ~ /^--/ ? "=" : "+"
}

function argument(i) {
    if (kinds[i] == "")
        return ""
    if (kinds[i] == "choices")
        return (optional[i] ? "::" : ":") "value:(" choices[i] ")"
    return (optional[i] ? "::" : ":") kinds[i] ":" (kinds[i] == "text" ? "" : "->" kinds[i])
}

function put_arguments(    i, j, n, words, dashed, title) {
    for (i = 1; i <= count; i++) {
        n = split(names[i], words, " ")
        dashed = ""
        for (j = 1; j <= n; j++)
            if (words[j] ~ /^-/)
                dashed = dashed (dashed == "" ? "" : " ") words[j]
        title = about[i]
        gsub(/[]:[]/, "\\\\&", title)
        n = split(dashed, words, " ")
        for (j = 1; j <= n; j++)
            printf "    '(%s)%s%s[%s]%s'\n", dashed, words[j], behind(i, words[j]), quoted(title), argument(i)
    }
}

function finish() {
    print "#compdef " program
    print "# SPDX-License-Identifier: GPL-2.0-or-later"
    print "# Completes command lines of " program "(1); made from its help."
    print ""
    print "local curcontext=$curcontext state line ret=1"
    print "local -A opt_args"
    print "local -a options list"
    print ""
    print "options=("
    put_arguments()
    if (has_bsd())
        print "    '*:process:->pids'"
    print ")"
    print "_arguments -C -s $options && ret=0"
    print ""
    print "# Lists; keys and fields may have a sign."
    print "case $state in"
    print "commands) list=(${(fu)\"$(_call_program commands $words[1] -A -o comm=)\"}) ;;"
    print "containers) list=(${(fu)\"$(_call_program containers $words[1] -A -o container=)\"}) ;;"
    print "directories) _directories && ret=0 ;;"
    print "files) _files && ret=0 ;;"
    print "fields)"
    print "    compset -P '[-+]'"
    print "    list=(${(f)\"$(_call_program fields $words[1] -O)\"})"
    print "    ;;"
    print "groups) _sequence _groups && ret=0 ;;"
    print "pids) _sequence _pids && ret=0 ;;"
    print "pods) list=(${(fu)\"$(_call_program pods $words[1] -A -o pod=)\"}) ;;"
    print "specifiers)"
    print "    list=(${${(f)\"$(_call_program specifiers $words[1] L)\"}%% *})"
    print "    compset -P '*,'"
    print "    compset -P '[-+]'"
    print "    ;;"
    print "terminals) list=(/dev/tty<->(N) /dev/pts/<->(N)) list=(${list#/dev/}) ;;"
    print "users) _sequence _users && ret=0 ;;"
    print "esac"
    print "if (( $#list )); then"
    print "    compset -P '*,'"
    print "    compadd -a list && ret=0"
    print "fi"
    print "return ret"
}
