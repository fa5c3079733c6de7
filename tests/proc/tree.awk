# SPDX-License-Identifier: GPL-2.0-or-later
#
# Reads the descriptions and lays out the trees: which directories a generation shows, and which
# task with which figures goes into each. The contents of files are in files.awk.
#
# T[id, key] holds what is said of a task, G[name, key] what is said of a generation. A thread
# has the key "leader"; what it does not say itself it has from there.

function fail(message)
{
    printf "%s:%d: %s\n", FILENAME, FNR, message > "/dev/stderr"
    failed = 1
    exit 1
}

# "\n", "\t", "\\" and "\ooo" to the byte meant.
function decode(text,    result, at, next_char)
{
    result = ""
    while ((at = index(text, "\\")) > 0) {
        result = result substr(text, 1, at - 1)
        next_char = substr(text, at + 1, 1)
        if (substr(text, at + 1, 3) ~ /^[0-3][0-7][0-7]$/) {
            result = result sprintf("%c", next_char * 64 + substr(text, at + 2, 1) * 8 + \
                                          substr(text, at + 3, 1))
            text = substr(text, at + 4)
            continue
        }
        if (next_char == "n")
            next_char = "\n"
        else if (next_char == "t")
            next_char = "\t"
        else if (next_char != "\\")
            fail("unknown escape \\" next_char)
        result = result next_char
        text = substr(text, at + 2)
    }
    return result text
}

# "2.6.18" as a number that compares.
function version_number(version,    part)
{
    split(version, part, ".")
    return part[1] * 1000000 + part[2] * 1000 + part[3]
}

# The n-th of the numbers of a value such as "12,34".
function nth(list, n,    part)
{
    split(list, part, ",")
    return part[n] + 0
}

# A word `key=value` or `flag` said of a task or, in the same way, of a generation.
function set_task(id, word,    at, key)
{
    at = index(word, "=")
    key = at ? substr(word, 1, at - 1) : word
    if (!(key in task_keys))
        fail("no such word for a task: " key)
    T[id, key] = at ? substr(word, at + 1) : "yes"
}

function set_generation(name, word,    at, key, value, inherited, i)
{
    at = index(word, "=")
    key = substr(word, 1, at - 1)
    value = substr(word, at + 1)
    if (key == "like") {
        for (i in generation_keys)
            if ((value, i) in G)
                G[name, i] = G[value, i]
        return
    }
    if (!at || !(key in generation_keys))
        fail("no such word for a generation: " word)
    if (key == "status" && (name, key) in G) # one list over several lines
        value = G[name, key] "," value
    G[name, key] = value
}

function allow(table, words,    list, n, i)
{
    n = split(words, list, " ")
    for (i = 1; i <= n; i++)
        table[list[i]] = 1
}

BEGIN {
    allow(task_keys, "kernel since state parent group session tty foreground uid gid groups nice")
    allow(task_keys, "policy rtprio processor start cpu children faults dead delay guest wchan")
    allow(task_keys, "memory rss shared text data stack locked swap cgroup vanished args environ")
    allow(task_keys, "pending blocked ignored caught")
    allow(task_keys, "io pss private huge autogroup luid oom exe ns fds label")
    allow(generation_keys, "version fields listing leader group-fields parents priority bits")
    allow(generation_keys, "cpu-fields pid-max status files cgroups meminfo")
}

/^[ \t]*(#|$)/ {
    next
}

$1 == "generation" {
    generation = $2
    generations[++generation_count] = generation
    next
}

$1 == "host" {
    for (i = 2; i <= NF; i++)
        HOST[substr($i, 1, index($i, "=") - 1)] = substr($i, index($i, "=") + 1)
    next
}

$1 == "process" {
    id = $2
    if ((id, "name") in T)
        fail("process " id " is there twice")
    processes[++process_count] = leader = id
    name = $0
    sub(/^process[ \t]+[0-9]+[ \t]/, "", name)
    T[id, "name"] = decode(name)
    next
}

$1 == "thread" {
    id = $2
    T[id, "leader"] = leader
    T[id, "name"] = decode($3)
    T[leader, "threads"] = T[leader, "threads"] " " id
    for (i = 4; i <= NF; i++)
        set_task(id, $i)
    next
}

# Arguments and environment take the rest of the line.
$1 ~ /^(args|environ)=/ {
    text = $0
    sub(/^[ \t]+/, "", text)
    set_task(leader, text)
    next
}

{
    for (i = 1; i <= NF; i++) {
        if (process_count)
            set_task(leader, $i)
        else if (generation_count)
            set_generation(generation, $i)
        else
            fail("neither a process nor a generation yet")
    }
}

# What is said of a task, or for a thread of its leader, or else the default.
function get(id, key, default_value)
{
    if ((id, key) in T)
        return T[id, key]
    if ((id, "leader") in T && !(key in own_keys) && (T[id, "leader"], key) in T)
        return T[T[id, "leader"], key]
    return default_value
}

function is_thread(id)
{
    return (id, "leader") in T
}

function tgid_of(id)
{
    return is_thread(id) ? T[id, "leader"] : id
}

# The group's totals: its living members and, for times, those that have ended.
function sum_groups(    i, j, n, id, member, members)
{
    for (i = 1; i <= process_count; i++) {
        id = processes[i]
        n = split(id T[id, "threads"], members, " ")
        for (j = 1; j <= n; j++) {
            member = members[j]
            if (get(member, "vanished"))
                continue
            GROUP[id, "alive"]++
            GROUP[id, "utime"] += nth(get(member, "cpu"), 1)
            GROUP[id, "stime"] += nth(get(member, "cpu"), 2)
            GROUP[id, "cutime"] += nth(get(member, "children"), 1)
            GROUP[id, "cstime"] += nth(get(member, "children"), 2)
            GROUP[id, "minflt"] += nth(get(member, "faults"), 1)
            GROUP[id, "majflt"] += nth(get(member, "faults"), 2)
        }
        GROUP[id, "utime"] += nth(get(id, "dead"), 1)
        GROUP[id, "stime"] += nth(get(id, "dead"), 2)
    }
}

# Puts a task's files into a directory. `whole` asks for figures of the group where the
# generation has them.
function add_task(dir, id, whole)
{
    if (get(id, "vanished") == "missing") {
        make_directory(dir)
        return
    }
    add_file(dir "/stat", "stat", id, whole)
    add_file(dir "/status", "status", id, whole)
    add_file(dir "/statm", "statm", id, whole)
    add_file(dir "/cmdline", "cmdline", id, whole)
    add_file(dir "/environ", "environ", id, whole)
    if (has("files", "wchan"))
        add_file(dir "/wchan", "wchan", id, whole)
    if (has("files", "cgroup"))
        add_file(dir "/cgroup", "cgroup", id, whole)
    if (has("files", "comm"))
        add_file(dir "/comm", "comm", id, whole)
    if (has("files", "details"))
        add_details(dir, id, whole)
}

# What only some tasks are said to have.
function add_details(dir, id, whole,    i)
{
    if (get(id, "io"))
        add_file(dir "/io", "io", id, whole)
    if (get(id, "pss"))
        add_file(dir "/smaps_rollup", "smaps_rollup", id, whole)
    if (get(id, "autogroup") && whole)
        add_file(dir "/autogroup", "autogroup", id, whole)
    if (get(id, "luid"))
        add_file(dir "/loginuid", "loginuid", id, whole)
    if (get(id, "label"))
        add_file(dir "/attr/current", "label", id, whole)
    if (get(id, "oom")) {
        add_file(dir "/oom_score", "oom_score", id, whole)
        add_file(dir "/oom_score_adj", "oom_score_adj", id, whole)
    }
    for (i = 0; i < get(id, "fds") + 0; i++)
        add_file(dir "/fd/" i, "open_file", id, whole)
    # A process for each link is slow: threads go without.
    if (get(id, "exe") && whole)
        add_link(dir "/exe", get(id, "exe"))
    if (get(id, "ns") && whole) {
        make_directory(dir "/ns")
        for (i = 1; i <= namespace_count; i++)
            add_link(dir "/ns/" namespaces[i], namespaces[i] sprintf(":[%.0f]", get(id, "ns") + i))
    }
}

# Does the comma-separated list of the current generation hold the word?
function has(key, word)
{
    return index("," G[generation, key] ",", "," word ",") > 0
}

function make_directory(dir)
{
    print dir | mkdir
}

# Links wait for their directories too.
function add_link(path, target)
{
    link_count++
    link_path[link_count] = path
    link_target[link_count] = target
}

# Files wait until all directories are there, which one mkdir makes.
function add_file(path, kind, id, whole,    dir)
{
    dir = path
    sub(/\/[^\/]*$/, "", dir)
    make_directory(dir)
    file_count++
    file_path[file_count] = path
    file_kind[file_count] = kind
    file_id[file_count] = id
    file_whole[file_count] = whole
}

function add_process(root, id,    n, i, members, thread)
{
    if (version_number(get(id, "since", "0.0.0")) > version)
        return
    add_task(root "/" id, id, 1)
    n = split(T[id, "threads"], members, " ")
    if (has("listing", "task") && get(id, "vanished") != "missing") {
        add_task(root "/" id "/task/" id, id, 0)
        for (i = 1; i <= n; i++)
            add_task(root "/" id "/task/" members[i], members[i], 0)
    }
    for (i = 1; i <= n; i++) {
        thread = members[i]
        if (has("listing", "dot"))
            add_task(root "/." thread, thread, 0)
        if (has("listing", "flat"))
            add_task(root "/" thread, thread, 0)
    }
}

function make_tree(root,    i)
{
    version = version_number(G[generation, "version"])
    mkdir = "xargs mkdir -p"
    link = "xargs -n 2 ln -s"
    file_count = 0
    link_count = 0

    for (i = 1; i <= process_count; i++)
        add_process(root, processes[i])
    add_file(root "/uptime", "host_uptime")
    add_file(root "/loadavg", "host_loadavg")
    add_file(root "/stat", "host_stat")
    add_file(root "/meminfo", "host_meminfo")
    if (G[generation, "pid-max"])
        add_file(root "/sys/kernel/pid_max", "host_pid_max")
    if (close(mkdir) != 0)
        fail("mkdir failed")

    for (i = 1; i <= file_count; i++) {
        write_file(file_path[i], file_kind[i], file_id[i], file_whole[i])
        close(file_path[i])
    }
    add_link(root "/self", HOST["self"])
    for (i = 1; i <= link_count; i++)
        print link_target[i], link_path[i] | link
    if (close(link) != 0)
        fail("ln failed")
}

END {
    if (failed)
        exit 1
    allow(own_keys, "cpu children faults dead delay guest io")
    namespace_count = split("cgroup ipc mnt net pid time user uts", namespaces, " ")
    sum_groups()
    for (g = 1; g <= generation_count; g++) {
        generation = generations[g]
        make_tree(out "/" generation)
    }
}
