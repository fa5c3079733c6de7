# SPDX-License-Identifier: GPL-2.0-or-later
#
# What stands in each file, as fs/proc of the current generation printed it. Every write_X()
# prints one file for one task; `whole` is set for the entry of a process, not of a thread.

function write_file(path, kind, id, whole)
{
    if (kind ~ /^host_/)
        printf "%s", host_text(kind) > path
    else if (get(id, "vanished") == "empty")
        printf "" > path
    else if (kind == "stat")
        write_stat(path, id, whole)
    else if (kind == "status")
        write_status(path, id)
    else if (kind == "statm")
        print statm_text(id) > path
    else if (kind == "cmdline" || kind == "environ")
        write_strings(path, has_memory(id) ? get(id, kind == "cmdline" ? "args" : kind) : "")
    else if (kind == "wchan")
        printf "%s", get(id, "wchan", "0") > path
    else if (kind == "cgroup")
        write_cgroup(path, id)
    else if (kind == "comm")
        print T[id, "name"] > path
    else
        printf "%s", detail_text(kind, id) > path
}

function detail_text(kind, id)
{
    if (kind == "io")
        return io_text(get(id, "io"))
    if (kind == "smaps_rollup")
        return smaps_text(id)
    if (kind == "autogroup")
        return "/autogroup-" nth(get(id, "autogroup"), 1) " nice " nth(get(id, "autogroup"), 2) "\n"
    if (kind == "loginuid") # without a newline
        return get(id, "luid")
    if (kind == "label")
        return get(id, "label") "\n"
    if (kind ~ /^oom_/)
        return nth(get(id, "oom"), kind == "oom_score" ? 1 : 2) "\n"
    return "" # an open file
}

function io_text(list)
{
    return "rchar: " nth(list, 1) "\nwchar: " nth(list, 2) "\n" \
           "syscr: " nth(list, 3) "\nsyscw: " nth(list, 4) "\n" \
           "read_bytes: " nth(list, 5) "\nwrite_bytes: " nth(list, 6) "\n" \
           "cancelled_write_bytes: " nth(list, 7) "\n"
}

function smaps_line(key, value)
{
    return sprintf("%-16s%8d kB\n", key ":", value)
}

function smaps_text(id)
{
    return "557bd10f0000-7ffd65bd8000 ---p 00000000 00:00 0                          [rollup]\n" \
           smaps_line("Rss", get(id, "rss")) smaps_line("Pss", get(id, "pss")) \
           smaps_line("Pss_Dirty", 1) smaps_line("Pss_Anon", 2) smaps_line("Pss_File", 3) \
           smaps_line("Shared_Clean", 4) smaps_line("Shared_Dirty", 5) \
           smaps_line("Private_Clean", nth(get(id, "private"), 1)) \
           smaps_line("Private_Dirty", nth(get(id, "private"), 2)) \
           smaps_line("Shared_Hugetlb", nth(get(id, "huge"), 2)) \
           smaps_line("Private_Hugetlb", nth(get(id, "huge"), 1)) smaps_line("Swap", 6)
}

# Zombies and kernel threads have no address space.
function has_memory(id)
{
    return get(id, "state") != "Z" && get(id, "memory") != ""
}

function kib(id, key)
{
    return has_memory(id) ? get(id, key) + 0 : 0
}

function pages(id, key)
{
    return int(kib(id, key) / 4)
}

# Kernel threads were children of init, in its session, until kthreadd came.
function parent_of(id,    manager)
{
    if (get(id, "kernel") && !((id, "parent") in T))
        return version < version_number("2.6.22") ? 1 : 2
    # Before there were thread groups, LinuxThreads' manager thread made all the others.
    if (is_thread(id) && G[generation, "parents"] == "manager") {
        manager = substr(T[T[id, "leader"], "threads"], 2)
        sub(/ .*/, "", manager)
        return id == manager ? T[id, "leader"] : manager
    }
    return get(id, "parent")
}

function group_of(id, key)
{
    if (get(id, "kernel"))
        return version < version_number("2.6.22") ? 1 : 0
    return get(id, key, tgid_of(id))
}

# new_encode_dev(): the minor's low byte, above it the major.
function tty_number(name)
{
    if (name ~ /^pts\//)
        return 136 * 256 + substr(name, 5)
    if (name ~ /^tty[0-9]/)
        return 4 * 256 + substr(name, 4)
    return 0
}

# The low 31 bits of a hexadecimal mask, which is all that stat shows of it.
function mask31(hex,    i, value)
{
    hex = substr(hex, length(hex) - 7)
    value = 0
    for (i = 1; i <= length(hex); i++)
        value = value * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
    return sprintf("%.0f", value >= 2147483648 ? value - 2147483648 : value)
}

function mask(id, key)
{
    return get(id, key, "0000000000000000")
}

# PF_KTHREAD or PF_FORKNOEXEC; root's processes have used their privileges (PF_SUPERPRIV).
function flags_of(id)
{
    if (get(id, "kernel"))
        return version < version_number("2.6.24") ? 64 : 2097216
    return nth(get(id, "uid", "0"), 1) == 0 ? 256 : 0
}

# CPU times: fields 14 to 17. Since 2.6 those of a process are its group's, and reaped children
# count for the group whichever thread waited for them.
function time_field(id, which, whole)
{
    if (G[generation, "leader"] == "group" && (whole || which ~ /^c/))
        return GROUP[tgid_of(id), which] + 0
    if (which ~ /^c/)
        return nth(get(id, "children"), which == "cutime" ? 1 : 2)
    return nth(get(id, "cpu"), which == "utime" ? 1 : 2)
}

function fault_field(id, which, whole)
{
    if (G[generation, "leader"] == "group" && whole)
        return GROUP[id, which] + 0
    return nth(get(id, "faults"), which == "minflt" ? 1 : 2)
}

# F[3] to F[13]: who the task is, and its page faults.
function stat_identity(id, whole)
{
    F[3] = get(id, "state", "S")
    F[4] = parent_of(id)
    F[5] = group_of(id, "group")
    F[6] = group_of(id, "session")
    F[7] = tty_number(get(id, "tty"))
    F[8] = F[7] ? get(id, "foreground") : -1
    F[9] = flags_of(id)
    F[10] = fault_field(id, "minflt", whole)
    F[11] = nth(get(id, "faults"), 3)
    F[12] = fault_field(id, "majflt", whole)
    F[13] = nth(get(id, "faults"), 4)
}

# F[14] to F[22]: times and scheduling.
function stat_times(id, whole,    nice, rtprio)
{
    nice = get(id, "nice", 0)
    rtprio = get(id, "rtprio", 0)
    F[14] = time_field(id, "utime", whole)
    F[15] = time_field(id, "stime", whole)
    F[16] = time_field(id, "cutime", whole)
    F[17] = time_field(id, "cstime", whole)
    F[18] = rtprio && version >= version_number("2.5.0") ? -1 - rtprio : \
                                                           G[generation, "priority"] + nice
    F[19] = nice
    F[20] = version < version_number("2.6.0") ? 0 : GROUP[tgid_of(id), "alive"]
    F[21] = 0
    F[22] = get(id, "start", 0)
}

# F[23] to F[39]: the address space, signals, and where the task runs or waits.
function stat_memory(id,    wide, user)
{
    wide = G[generation, "bits"] == 64
    user = has_memory(id)
    F[23] = sprintf("%.0f", kib(id, "memory") * 1024)
    F[24] = pages(id, "rss")
    F[25] = wide ? "18446744073709551615" : "4294967295"
    F[26] = !user ? 0 : wide ? "94000000000000" : "134512640"
    F[27] = !user ? 0 : wide ? "94000000065536" : "134578176"
    F[28] = !user ? 0 : wide ? "140730000000000" : "3221225000"
    F[29] = !user ? 0 : wide && version >= version_number("4.0.0") ? 0 : "3221224000"
    F[30] = !user ? 0 : wide && version >= version_number("4.0.0") ? 0 : "1073819874"
    F[31] = mask31(mask(id, "pending"))
    F[32] = mask31(mask(id, "blocked"))
    F[33] = mask31(mask(id, "ignored"))
    F[34] = mask31(mask(id, "caught"))
    F[35] = get(id, "wchan", "0") == "0" ? 0 : \
            version < version_number("4.2.0") ? "3222440123" : 1
    F[36] = 0
    F[37] = 0
    F[38] = is_thread(id) ? -1 : 17
    F[39] = get(id, "processor", 0)
}

# F[40] to F[52]: what later kernels put behind.
function stat_later(id, whole,    user)
{
    user = has_memory(id)
    F[40] = get(id, "rtprio", 0)
    F[41] = get(id, "policy", 0)
    F[42] = get(id, "delay", 0)
    F[43] = nth(get(id, "guest"), 1)
    F[44] = nth(get(id, "guest"), 2)
    F[45] = user ? "94000000131072" : 0
    F[46] = user ? "94000000196608" : 0
    F[47] = user ? "94000001048576" : 0
    F[48] = user ? "140730000001024" : 0
    F[49] = user ? "140730000001056" : 0
    F[50] = user ? "140730000001056" : 0
    F[51] = user ? "140730000004096" : 0
    F[52] = 0
}

function write_stat(path, id, whole,    i, line, count)
{
    stat_identity(id, whole)
    stat_times(id, whole)
    stat_memory(id)
    stat_later(id, whole)

    line = id " (" T[id, "name"] ")"
    count = G[generation, "fields"] + 0
    for (i = 3; i <= count; i++)
        line = line " " F[i]
    if (G[generation, "group-fields"]) {
        if (whole)
            line = line " " (GROUP[id, "utime"] + 0) " " (GROUP[id, "stime"] + 0) \
                        " " (GROUP[id, "cutime"] + 0) " " (GROUP[id, "cstime"] + 0)
        else
            line = line " 0 0 0 0"
    }
    print line > path
}

# In pages; before 2.6 the fourth and sixth had other names for about the same.
function statm_text(id)
{
    return pages(id, "memory") " " pages(id, "rss") " " pages(id, "shared") " " \
           pages(id, "text") " 0 " (pages(id, "data") + pages(id, "stack")) " 0"
}

# Strings with a NUL behind each.
function write_strings(path, text,    n, i, word)
{
    printf "" > path
    n = split(text, word, " ")
    for (i = 1; i <= n; i++)
        printf "%s%c", decode(word[i]), 0 > path
}

function write_cgroup(path, id,    n, i, hierarchy)
{
    n = split(G[generation, "cgroups"], hierarchy, ",")
    for (i = 1; i <= n; i++)
        print hierarchy[i] get(id, "cgroup", "/") > path
}

function state_text(state)
{
    return state " (" (state == "R" ? "running" : state == "S" ? "sleeping" : \
                       state == "D" ? "disk sleep" : state == "T" ? "stopped" : \
                       state == "Z" ? "zombie" : state == "I" ? "idle" : "?") ")"
}

# A name in status: its newlines and backslashes are escaped.
function escaped(name)
{
    gsub(/\\/, "\\\\&", name)
    gsub(/\n/, "\\n", name)
    return name
}

# Real, effective, saved and file system id, of which all may be said, or one for all.
function four_ids(list,    part)
{
    if (split(list, part, ",") < 4)
        part[2] = part[3] = part[4] = part[1]
    return part[1] "\t" part[2] "\t" part[3] "\t" part[4]
}

function memory_line(id, key,    value)
{
    if (key == "VmSize" || key == "VmPeak")
        value = kib(id, "memory")
    else if (key == "VmRSS" || key == "VmHWM")
        value = kib(id, "rss")
    else if (key == "RssAnon")
        value = kib(id, "rss") - kib(id, "shared")
    else if (key == "RssFile")
        value = kib(id, "shared")
    else if (key == "VmData")
        value = kib(id, "data")
    else if (key == "VmStk")
        value = kib(id, "stack")
    else if (key == "VmExe")
        value = kib(id, "text")
    else if (key == "VmLck")
        value = kib(id, "locked")
    else if (key == "VmSwap")
        value = kib(id, "swap")
    else if (key == "VmLib")
        value = 1040
    else if (key == "VmPTE")
        value = 24
    else
        value = 0
    return sprintf("%s:\t%8d kB\n", key, value)
}

# A line of status for its key, "" where the task has none.
function status_line(id, key,    value)
{
    if (key ~ /^(Vm|Rss|Hugetlb)/)
        return has_memory(id) ? memory_line(id, key) : ""
    if (key == "CoreDumping" || key == "THP_enabled")
        return has_memory(id) ? key ":\t" (key == "THP_enabled") "\n" : ""

    if (key == "Name")
        value = escaped(T[id, "name"])
    else if (key == "State")
        value = state_text(get(id, "state", "S"))
    else if (key == "Tgid" || key == "NStgid")
        value = tgid_of(id)
    else if (key == "Pid" || key == "NSpid")
        value = id
    else if (key == "PPid")
        value = parent_of(id)
    else if (key == "NSpgid")
        value = group_of(id, "group")
    else if (key == "NSsid")
        value = group_of(id, "session")
    else if (key == "Uid" || key == "Gid")
        value = four_ids(get(id, key == "Uid" ? "uid" : "gid", "0"))
    else if (key == "Groups") {
        value = get(id, "groups") " "
        gsub(/,/, " ", value)
    } else if (key == "FDSize")
        value = get(id, "state") == "Z" ? 0 : 256
    else if (key == "Threads")
        value = GROUP[tgid_of(id), "alive"]
    else if (key == "SigPnd")
        value = mask(id, "pending")
    else if (key == "SigBlk")
        value = mask(id, "blocked")
    else if (key == "SigIgn")
        value = mask(id, "ignored")
    else if (key == "SigCgt")
        value = mask(id, "caught")
    else if (key == "ShdPnd")
        value = "0000000000000000"
    else if (key == "SigQ")
        value = "0/7900"
    else if (key == "SleepAVG")
        value = "88%"
    else if (key == "Umask")
        value = "0022"
    else if (key ~ /^Cap/)
        value = cap_mask(id, key)
    else if (key ~ /_allowed$/)
        value = "3"
    else if (key ~ /_allowed_list$/)
        value = "0-1"
    else if (key ~ /_ctxt_switches$/)
        value = id
    else
        value = 0
    return key ":\t" value "\n"
}

# Root has all, others nothing; 64 bits since 2.6.25, but for an early kernel the low half.
function cap_mask(id, key,    all)
{
    all = version < version_number("2.6.25") ? "00000000fffffeff" : "000001ffffffffff"
    if (key == "CapBnd")
        return all
    if (key != "CapInh" && key != "CapAmb" && nth(four_ids_list(id), 2) == 0)
        return all
    return "0000000000000000"
}

function four_ids_list(id,    list)
{
    list = four_ids(get(id, "uid", "0"))
    gsub(/\t/, ",", list)
    return list
}

function write_status(path, id,    n, i, keys)
{
    n = split(G[generation, "status"], keys, ",")
    for (i = 1; i <= n; i++)
        printf "%s", status_line(id, keys[i]) > path
}

function host_text(kind)
{
    if (kind == "host_uptime")
        return HOST["uptime"] " " HOST["idle"] "\n"
    if (kind == "host_loadavg")
        return load_text()
    if (kind == "host_pid_max")
        return G[generation, "pid-max"] "\n"
    if (kind == "host_stat")
        return cpu_text()
    return meminfo_text()
}

function load_text(    load)
{
    load = HOST["load"]
    gsub(/,/, " ", load)
    return load " 3/45 32001\n"
}

# One line of ticks for all processors and one for each, then what follows them.
function cpu_text(    text, i, cpu)
{
    for (cpu = -1; cpu < HOST["cpus"] + 0; cpu++) {
        text = text (cpu < 0 ? "cpu " : "cpu" cpu)
        for (i = 1; i <= G[generation, "cpu-fields"] + 0; i++)
            text = text " " (i > 8 ? 0 : cpu < 0 ? i * 1000 * HOST["cpus"] : i * 1000)
        text = text "\n"
    }
    return text "ctxt 123456789\nbtime " HOST["btime"] "\nprocesses 32001\n"
}

# 2.4 had an older table, in bytes, before the lines that have stayed.
function meminfo_text(    text, n, i, keys)
{
    if (version < version_number("2.5.0"))
        text = "        total:    used:    free:  shared: buffers:  cached:\n" \
               "Mem:  " HOST["memory"] * 1024 " " (HOST["memory"] - HOST["free"]) * 1024 " " \
               HOST["free"] * 1024 " 0 " HOST["buffers"] * 1024 " " HOST["cached"] * 1024 "\n" \
               "Swap: " HOST["swap"] * 1024 " " (HOST["swap"] - HOST["swapfree"]) * 1024 " " \
               HOST["swapfree"] * 1024 "\n"
    n = split(G[generation, "meminfo"], keys, ",")
    for (i = 1; i <= n; i++)
        text = text sprintf("%-15s %8d kB\n", keys[i] ":", HOST[meminfo_word[keys[i]]])
    return text
}

BEGIN {
    meminfo_word["MemTotal"] = "memory"
    meminfo_word["MemFree"] = "free"
    meminfo_word["MemAvailable"] = "available"
    meminfo_word["Buffers"] = "buffers"
    meminfo_word["Cached"] = "cached"
    meminfo_word["SReclaimable"] = "reclaimable"
    meminfo_word["Shmem"] = "shmem"
    meminfo_word["SwapTotal"] = "swap"
    meminfo_word["SwapFree"] = "swapfree"
}
