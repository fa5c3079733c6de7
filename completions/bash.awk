# SPDX-License-Identifier: GPL-2.0-or-later
#
# See options.awk. For bash 4 and later, with or without the package bash-completion.

# The options i as a pattern of `case`.
function pattern(i,    text) {
    text = names[i]
    gsub(/ /, " | ", text)
    return text
}

function put_cases(    i) {
    for (i = 1; i <= count; i++) {
        if (kinds[i] == "" || attached[i] || optional[i] && kinds[i] == "text")
            continue
        if (kinds[i] == "choices")
            printf "    %s) kind=choices choices='%s' ;;\n", pattern(i), choices[i]
        else
            printf "    %s) kind=%s ;;\n", pattern(i), kinds[i]
    }
    for (i = 1; i <= count; i++)
        if (attached[i])
            printf "    %s) [[ ! $attached ]] || kind=choices choices='%s' ;;\n", names[i], choices[i]
}

function all_options(    i, n, j, words, text) {
    for (i = 1; i <= count; i++) {
        n = split(names[i], words, " ")
        for (j = 1; j <= n; j++)
            if (words[j] ~ /^-/) {
                if (!attached[i] || optional[i])
                    text = text " " words[j]
                if (attached[i])
                    text = text " " words[j] "=" choices[i]
            }
    }
    return substr(text, 2)
}

function finish(    own) {
    own = "_dotproc_" program
    print "# shellcheck shell=bash"
    print "# SPDX-License-Identifier: GPL-2.0-or-later"
    print "# Completes command lines of " program "(1); made from its help."
    print ""
    print own "() {"
    print "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}"
    print "    local option='' attached='' kind='' choices='' list='' front='' item"
    print ""
    print "    # To the shell \"=\" is a word of its own."
    print "    if [[ $word == = ]]; then"
    print "        word='' attached=yes"
    print "    elif [[ $before == = ]]; then"
    print "        before=${COMP_WORDS[COMP_CWORD - 2]} attached=yes"
    print "    fi"
    print "    # Letters may stand together, and the last can have an argument."
    print "    case $before in"
    print "    --*) option=$before ;;"
    print "    -*) option=-${before: -1} ;;"
    print "    *) ((COMP_CWORD != 2)) || option=${before: -1} ;;"
    print "    esac"
    print "    case $option in"
    put_cases()
    print "    esac"
    # A number by itself is a process to ps, and nothing to top.
    print "    if [[ ! $kind" (has_bsd() ? " && $word == -*" : "") " ]]; then"
    print "        kind=options"
    print "    fi"
    print ""
    print "    case $kind in"
    print "    options) list='" all_options() "' ;;"
    print "    choices) list=$choices ;;"
    print "    commands) list=$(command -- \"$1\" -A -o comm= 2>/dev/null | sort -u) ;;"
    print "    containers) list=$(command -- \"$1\" -A -o container= 2>/dev/null | sort -u) ;;"
    print "    directories)"
    print "        compopt -o filenames"
    print "        mapfile -t COMPREPLY < <(compgen -d -- \"$word\")"
    print "        return"
    print "        ;;"
    print "    files)"
    print "        compopt -o filenames"
    print "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"
    print "        return"
    print "        ;;"
    print "    fields) list=$(command -- \"$1\" -O 2>/dev/null) ;;"
    print "    groups) list=$(compgen -g) ;;"
    print "    pods) list=$(command -- \"$1\" -A -o pod= 2>/dev/null | sort -u) ;;"
    print "    specifiers) list=$(command -- \"$1\" L 2>/dev/null | while read -r item _; do echo \"$item\"; done) ;;"
    print "    terminals) list=$(cd /dev && printf '%s\\n' tty[0-9]* pts/[0-9]*) ;;"
    print "    text) return ;;"
    print "    users) list=$(compgen -u) ;;"
    print "    *) list=$(cd /proc && printf '%s\\n' [0-9]*) ;;"
    print "    esac"
    print ""
    print "    # In a list only the last item is completed; a key or a field may have a sign."
    print "    if [[ $kind == options || $kind == choices ]]; then"
    print "        list=${list// /$'\\n'}"
    print "    else"
    print "        [[ $word != *,* ]] || front=${word%,*},"
    print "        [[ ${word#\"$front\"} != [-+]* ]] || front=$front${word:${#front}:1}"
    print "    fi"
    print "    # Names are other people's: what a shell could take for anything else is left out."
    print "    COMPREPLY=()"
    print "    while read -r item; do"
    print "        if [[ $item && $item == \"${word#\"$front\"}\"* &&"
    print "             $item != *[^[:alnum:]_.,%+:/@=-]* ]]; then"
    print "            COMPREPLY+=(\"$front$item\")"
    print "        fi"
    print "    done <<<\"$list\""
    print "}"
    print "complete -F " own " " program
}
