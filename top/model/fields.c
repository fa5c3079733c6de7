/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/fields.h"

#include <string.h>

#include "lib/text/i18n.h"

/* clang-format off */
static const struct field fields[FIELD_COUNT] = {
    [FIELD_PID] = {"PID", N_("Process Id"), SIZE_PID, 5, false, RENDER_PLAIN, "tid", NULL},
    [FIELD_PPID] = {"PPID", N_("Parent Process Id"), SIZE_PID, 5, false, RENDER_PLAIN, "ppid", NULL},
    [FIELD_UID] = {"UID", N_("Effective User Id"), SIZE_WIDER, 5, false, RENDER_PLAIN, "euid", NULL},
    [FIELD_USER] = {"USER", N_("Effective User Name"), SIZE_WIDER, 8, true, RENDER_PLAIN, "euser", NULL},
    [FIELD_RUID] = {"RUID", N_("Real User Id"), SIZE_WIDER, 5, false, RENDER_PLAIN, "ruid", NULL},
    [FIELD_RUSER] = {"RUSER", N_("Real User Name"), SIZE_WIDER, 8, true, RENDER_PLAIN, "ruser", NULL},
    [FIELD_SUID] = {"SUID", N_("Saved User Id"), SIZE_WIDER, 5, false, RENDER_PLAIN, "suid", NULL},
    [FIELD_SUSER] = {"SUSER", N_("Saved User Name"), SIZE_WIDER, 8, true, RENDER_PLAIN, "suser", NULL},
    [FIELD_GID] = {"GID", N_("Effective Group Id"), SIZE_WIDER, 5, false, RENDER_PLAIN, "egid", NULL},
    [FIELD_GROUP] = {"GROUP", N_("Effective Group Name"), SIZE_WIDER, 8, true, RENDER_PLAIN, "egroup", NULL},
    [FIELD_PGRP] = {"PGRP", N_("Process Group Id"), SIZE_PID, 5, false, RENDER_PLAIN, "pgrp", NULL},
    [FIELD_TTY] = {"TTY", N_("Controlling Terminal"), SIZE_WIDER, 8, true, RENDER_PLAIN, "tname", "?"},
    [FIELD_TPGID] = {"TPGID", N_("Terminal's Process Group"), SIZE_PID, 5, false, RENDER_PLAIN, "tpgid", "-1"},
    [FIELD_SID] = {"SID", N_("Session Id"), SIZE_PID, 5, false, RENDER_PLAIN, "sid", NULL},
    [FIELD_PR] = {"PR", N_("Priority"), SIZE_FIXED, 3, false, RENDER_PRIORITY, "priority", NULL},
    [FIELD_NI] = {"NI", N_("Nice Value"), SIZE_FIXED, 3, false, RENDER_LEVEL, "ni", NULL},
    [FIELD_NTH] = {"nTH", N_("Number of Threads"), SIZE_FIXED, 3, false, RENDER_PLAIN, "nlwp", NULL},
    [FIELD_P] = {"P", N_("Last Used Processor"), SIZE_CPU, 1, false, RENDER_PLAIN, "psr", NULL},
    [FIELD_CPU] = {"%CPU", N_("CPU Usage"), SIZE_FIXED, 5, false, RENDER_CPU, "new_cpu", NULL},
    [FIELD_TIME] = {"TIME", N_("CPU Time"), SIZE_FIXED, 6, false, RENDER_TIME, "time", NULL},
    [FIELD_TIME_PLUS] = {"TIME+", N_("CPU Time, hundredths"), SIZE_FIXED, 9, false, RENDER_TIME_PLUS, "time", NULL},
    [FIELD_MEM] = {"%MEM", N_("Memory Usage (RES)"), SIZE_FIXED, 5, false, RENDER_PERCENT, "pmem", NULL},
    [FIELD_VIRT] = {"VIRT", N_("Virtual Size (KiB)"), SIZE_FIXED, 7, false, RENDER_MEMORY, "vsz", NULL},
    [FIELD_SWAP] = {"SWAP", N_("Swapped Size (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "swap", NULL},
    [FIELD_RES] = {"RES", N_("Resident Size (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "rss", NULL},
    [FIELD_CODE] = {"CODE", N_("Code Size (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "code", NULL},
    [FIELD_DATA] = {"DATA", N_("Data and Stack (KiB)"), SIZE_FIXED, 7, false, RENDER_MEMORY, "data", NULL},
    [FIELD_SHR] = {"SHR", N_("Shared Memory (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "shared", NULL},
    [FIELD_NMAJ] = {"nMaj", N_("Major Page Faults"), SIZE_FIXED, 4, false, RENDER_COUNT, "maj_flt", NULL},
    [FIELD_NMIN] = {"nMin", N_("Minor Page Faults"), SIZE_FIXED, 4, false, RENDER_COUNT, "min_flt", NULL},
    [FIELD_NDRT] = {"nDRT", N_("Dirty Pages Count"), SIZE_FIXED, 4, false, RENDER_COUNT, "dirty", NULL},
    [FIELD_S] = {"S", N_("Process Status"), SIZE_FIXED, 1, false, RENDER_PLAIN, "s", NULL},
    [FIELD_COMMAND] = {"COMMAND", N_("Command Name or Line"), SIZE_FLEXIBLE, 7, true, RENDER_PLAIN, "comm", NULL},
    [FIELD_WCHAN] = {"WCHAN", N_("Sleeping in Function"), SIZE_WIDER, 10, true, RENDER_PLAIN, "wchan", NULL},
    [FIELD_FLAGS] = {"Flags", N_("Task Flags"), SIZE_FIXED, 8, true, RENDER_FLAGS, "flag_word", NULL},
    [FIELD_CGROUPS] = {"CGROUPS", N_("Control Groups"), SIZE_FLEXIBLE, 7, true, RENDER_LINES, "cgroup", NULL},
    [FIELD_SUPGIDS] = {"SUPGIDS", N_("Supplementary Group Ids"), SIZE_FLEXIBLE, 7, true, RENDER_PLAIN, "supgid", NULL},
    [FIELD_SUPGRPS] = {"SUPGRPS", N_("Supplementary Group Name"), SIZE_FLEXIBLE, 7, true, RENDER_PLAIN, "supgrp", NULL},
    [FIELD_TGID] = {"TGID", N_("Thread Group Id"), SIZE_PID, 5, false, RENDER_PLAIN, "tgid", NULL},
    [FIELD_OOMA] = {"OOMa", N_("Out-of-Memory Adjustment"), SIZE_FIXED, 5, false, RENDER_LEVEL, "oomadj", "0"},
    [FIELD_OOMS] = {"OOMs", N_("Out-of-Memory Score"), SIZE_FIXED, 4, false, RENDER_LEVEL, "oom", "0"},
    [FIELD_ENVIRON] = {"ENVIRON", N_("Environment Variables"), SIZE_FLEXIBLE, 7, true, RENDER_PLAIN, "environ", NULL},
    [FIELD_VMJ] = {"vMj", N_("Major Faults, change"), SIZE_FIXED, 3, false, RENDER_COUNT, "known_majflt", "0"},
    [FIELD_VMN] = {"vMn", N_("Minor Faults, change"), SIZE_FIXED, 3, false, RENDER_COUNT, "known_minflt", "0"},
    [FIELD_USED] = {"USED", N_("Resident + Swapped (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "used", NULL},
    [FIELD_NSIPC] = {"nsIPC", N_("IPC Namespace Inode"), SIZE_WIDER, 10, false, RENDER_LEVEL, "ipcns", "0"},
    [FIELD_NSMNT] = {"nsMNT", N_("MNT Namespace Inode"), SIZE_WIDER, 10, false, RENDER_LEVEL, "mntns", "0"},
    [FIELD_NSNET] = {"nsNET", N_("NET Namespace Inode"), SIZE_WIDER, 10, false, RENDER_LEVEL, "netns", "0"},
    [FIELD_NSPID] = {"nsPID", N_("PID Namespace Inode"), SIZE_WIDER, 10, false, RENDER_LEVEL, "pidns", "0"},
    [FIELD_NSUSER] = {"nsUSER", N_("USER Namespace Inode"), SIZE_WIDER, 10, false, RENDER_LEVEL, "userns", "0"},
    [FIELD_NSUTS] = {"nsUTS", N_("UTS Namespace Inode"), SIZE_WIDER, 10, false, RENDER_LEVEL, "utsns", "0"},
    [FIELD_LXC] = {"LXC", N_("LXC Container"), SIZE_WIDER, 8, true, RENDER_PLAIN, "lxc", NULL},
    [FIELD_RSAN] = {"RSan", N_("Resident, Anon. (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "rss_anon", NULL},
    [FIELD_RSFD] = {"RSfd", N_("Resident, Files (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "rss_file", NULL},
    [FIELD_RSLK] = {"RSlk", N_("Resident, Locked (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "locked", NULL},
    [FIELD_RSSH] = {"RSsh", N_("Resident, Shared (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "rss_shmem", NULL},
    [FIELD_CGNAME] = {"CGNAME", N_("Control Group Name"), SIZE_FLEXIBLE, 7, true, RENDER_LINES, "cgname", NULL},
    [FIELD_NU] = {"NU", N_("Last Used NUMA Node"), SIZE_FIXED, 2, false, RENDER_PLAIN, "numa", "-1"},
    [FIELD_LOGID] = {"LOGID", N_("Login User Id"), SIZE_WIDER, 5, false, RENDER_PLAIN, "luid", "-1"},
    [FIELD_EXE] = {"EXE", N_("Executable Path"), SIZE_FLEXIBLE, 7, true, RENDER_PLAIN, "exe", NULL},
    [FIELD_RSS] = {"RSS", N_("Resident, smaps (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "rss_smaps", NULL},
    [FIELD_PSS] = {"PSS", N_("Proportional Size (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "pss", NULL},
    [FIELD_PSAN] = {"PSan", N_("Proportion, Anon. (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "pss_anon", NULL},
    [FIELD_PSFD] = {"PSfd", N_("Proportion, Files (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "pss_file", NULL},
    [FIELD_PSSH] = {"PSsh", N_("Proportion, Shared (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "pss_shmem", NULL},
    [FIELD_USS] = {"USS", N_("Unshared Size (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "uss", NULL},
    [FIELD_IOR] = {"ioR", N_("Bytes Read"), SIZE_FIXED, 6, false, RENDER_COUNT, "rbytes", NULL},
    [FIELD_IOROP] = {"ioRop", N_("Read Operations"), SIZE_FIXED, 5, false, RENDER_COUNT, "rops", NULL},
    [FIELD_IOW] = {"ioW", N_("Bytes Written"), SIZE_FIXED, 6, false, RENDER_COUNT, "wbytes", NULL},
    [FIELD_IOWOP] = {"ioWop", N_("Write Operations"), SIZE_FIXED, 5, false, RENDER_COUNT, "wops", NULL},
    [FIELD_AGID] = {"AGID", N_("Autogroup Id"), SIZE_FIXED, 5, false, RENDER_PLAIN, "ag_id", "-1"},
    [FIELD_AGNI] = {"AGNI", N_("Autogroup Nice Value"), SIZE_FIXED, 4, false, RENDER_LEVEL, "ag_nice", "0"},
    [FIELD_STARTED] = {"STARTED", N_("Start Time after Boot"), SIZE_FIXED, 7, false, RENDER_TIME, "started", NULL},
    [FIELD_ELAPSED] = {"ELAPSED", N_("Elapsed Running Time"), SIZE_FIXED, 7, false, RENDER_TIME_HOURS, "lived", NULL},
    [FIELD_CUU] = {"%CUU", N_("CPU Utilization"), SIZE_FIXED, 6, false, RENDER_UTILIZATION, "cuu", NULL},
    [FIELD_CUC] = {"%CUC", N_("Utilization + Children"), SIZE_FIXED, 7, false, RENDER_UTILIZATION, "cuc", NULL},
    [FIELD_NSCGROUP] = {"nsCGROUP", N_("Cgroup Namespace Inode"), SIZE_WIDER, 10, false, RENDER_LEVEL, "cgroupns", "0"},
    [FIELD_NSTIME] = {"nsTIME", N_("Time Namespace Inode"), SIZE_WIDER, 10, false, RENDER_LEVEL, "timens", "0"},
    [FIELD_CLS] = {"CLS", N_("Scheduling Class"), SIZE_FIXED, 3, true, RENDER_PLAIN, "cls", NULL},
    [FIELD_DOCKER] = {"Docker", N_("Docker Container"), SIZE_WIDER, 8, true, RENDER_PLAIN, "docker", NULL},
    [FIELD_NFD] = {"nFD", N_("Open Files"), SIZE_FIXED, 3, false, RENDER_COUNT, "fds", NULL},
    [FIELD_WAIT] = {"WAIT", N_("What It Waits For"), SIZE_FIXED, 8, true, RENDER_PLAIN, "wait", NULL},
    [FIELD_SYSCALL] = {"SYSCALL", N_("Current System Call"), SIZE_WIDER, 15, true, RENDER_PLAIN, "syscall", NULL},
    [FIELD_WADDR] = {"WADDR", N_("Futex or File Waited For"), SIZE_WIDER, 14, true, RENDER_PLAIN, "waddr", NULL},
    [FIELD_WFILE] = {"WFILE", N_("File Used by System Call"), SIZE_WIDER, 20, true, RENDER_PLAIN, "wfile", NULL},
    [FIELD_FSCOPE] = {"FSCOPE", N_("Futex Private or Shared"), SIZE_FIXED, 7, true, RENDER_PLAIN, "fscope", NULL},
    [FIELD_WAITED] = {"WAITED", N_("Time since It Last Ran"), SIZE_FIXED, 9, false, RENDER_TIME_PLUS, "waited", "-"},
    [FIELD_RUNDELAY] = {"RUNDELAY", N_("Runnable but Not Running"), SIZE_FIXED, 9, false, RENDER_TIME_PLUS, "rundelay", "-"},
    [FIELD_NVCSW] = {"nVCSW", N_("Switches to Wait"), SIZE_FIXED, 5, false, RENDER_COUNT, "nvcsw", "-"},
    [FIELD_NIVCSW] = {"nIVCSW", N_("Involuntary Switches"), SIZE_FIXED, 6, false, RENDER_COUNT, "nivcsw", "-"},
    [FIELD_RUNQ] = {"%RUNQ", N_("Waiting for a Processor"), SIZE_FIXED, 5, false, RENDER_PERCENT, "runq", "-"},
    [FIELD_VVCSW] = {"vVCSW", N_("Switches to Wait, change"), SIZE_FIXED, 5, false, RENDER_COUNT, "new_vcsw", "-"},
    [FIELD_VIVCSW] = {"vIVCSW", N_("Involuntary, change"), SIZE_FIXED, 6, false, RENDER_COUNT, "new_ivcsw", "-"},
    [FIELD_AVTH] = {"avTH", N_("Threads on Average"), SIZE_FIXED, 7, false, RENDER_PERCENT, "threads", "-"},
    [FIELD_WKEY] = {"WKEY", N_("Futex in All Processes"), SIZE_WIDER, 20, true, RENDER_PLAIN, "wkey", NULL},
    [FIELD_LOCKPID] = {"LOCKPID", N_("Holder of the File Lock"), SIZE_WIDER, 7, false, RENDER_PLAIN, "lockowner", NULL},
    [FIELD_CTNAME] = {"CTNAME", N_("Container Name"), SIZE_WIDER, 15, true, RENDER_PLAIN, "container", NULL},
    [FIELD_POD] = {"POD", N_("Kubernetes Pod"), SIZE_WIDER, 20, true, RENDER_PLAIN, "pod", NULL},
    [FIELD_PODNS] = {"PODNS", N_("Namespace of the Pod"), SIZE_WIDER, 10, true, RENDER_PLAIN, "podns", NULL},
    [FIELD_IMAGE] = {"IMAGE", N_("Image of the Container"), SIZE_FLEXIBLE, 7, true, RENDER_PLAIN, "image", NULL},
    [FIELD_TASKS] = {"COUNT", N_("Tasks in Its Group"), SIZE_FIXED, 5, false, RENDER_PLAIN, "count", NULL},
    [FIELD_MOST] = {"%MOST", N_("%CPU of Its Busiest Task"), SIZE_FIXED, 5, false, RENDER_SHARE, "most_cpu", NULL},
    [FIELD_P99] = {"%P99", N_("%CPU, 99th Percentile"), SIZE_FIXED, 5, false, RENDER_SHARE, "p99_cpu", NULL},
    [FIELD_HOTTEST] = {"HOTTEST", N_("Busiest Task of a Group"), SIZE_WIDER, 20, true, RENDER_PLAIN, "hottest", NULL},
    [FIELD_SINCE] = {"NEW", N_("New since the Mark (@)"), SIZE_FIXED, 3, true, RENDER_PLAIN, "since", NULL},
    [FIELD_SINCE_TIME] = {"TIME@", N_("CPU Time since the Mark"), SIZE_FIXED, 9, false, RENDER_TIME_PLUS, "since_cpu", "-"},
    [FIELD_SINCE_RES] = {"RES@", N_("RES since the Mark (KiB)"), SIZE_FIXED, 8, false, RENDER_PLAIN, "since_rss", NULL},
    [FIELD_READ_RATE] = {"RD/s", N_("Disk Read, bytes/s"), SIZE_FIXED, 6, false, RENDER_RATE, "new_rbytes", "-"},
    [FIELD_WRITE_RATE] = {"WR/s", N_("Disk Written, bytes/s"), SIZE_FIXED, 6, false, RENDER_RATE, "new_wbytes", "-"},
    [FIELD_DISK_RATE] = {"IO/s", N_("Disk I/O, bytes/s"), SIZE_FIXED, 6, false, RENDER_RATE, "new_iobytes", "-"},
    [FIELD_IO_CALL_RATE] = {"IOC/s", N_("Read and Write Calls/s"), SIZE_FIXED, 6, false, RENDER_RATE, "new_iocalls", "-"},
    [FIELD_GROWTH_RATE] = {"RES/m", N_("Resident Growth/minute"), SIZE_FIXED, 7, false, RENDER_GROWTH, "new_rss", "-"},
    [FIELD_MINOR_RATE] = {"MIN/s", N_("Minor Page Faults/s"), SIZE_FIXED, 6, false, RENDER_RATE, "known_minflt", "-"},
    [FIELD_MAJOR_RATE] = {"MAJ/s", N_("Major Page Faults/s"), SIZE_FIXED, 5, false, RENDER_RATE, "known_majflt", "-"},
    [FIELD_VOLUNTARY_RATE] = {"VCSW/s", N_("Voluntary Switches/s"), SIZE_FIXED, 6, false, RENDER_RATE, "new_vcsw", "-"},
    [FIELD_FORCED_RATE] = {"IVCSW/s", N_("Involuntary Switches/s"), SIZE_FIXED, 7, false, RENDER_RATE, "new_ivcsw", "-"},
};
/* clang-format on */

const struct field *field_at(unsigned id)
{
    return id < FIELD_COUNT ? &fields[id] : NULL;
}

const struct column *field_column(enum field_id id, bool command_lines)
{
    const char *code = id == FIELD_COMMAND && command_lines ? "line" : fields[id].code;
    const struct column *extra = column_find_unlisted(code);

    return extra ? extra : column_find(code);
}

bool field_by_name(const char *name, enum field_id *id)
{
    for (unsigned i = 0; i < FIELD_COUNT; i++) {
        if (strcmp(fields[i].header, name) == 0) {
            *id = (enum field_id)i;
            return true;
        }
    }
    return false;
}

void field_suggest(const char *name, struct buf *out)
{
    struct nearest nearest;

    nearest_begin(&nearest, name, strlen(name));
    for (size_t i = 0; i < FIELD_COUNT; i++)
        nearest_offer(&nearest, fields[i].header);
    suggestion_put(out, &nearest, "");
}

void suggestion_put(struct buf *out, const struct nearest *nearest, const char *prefix)
{
    struct buf names = {0};

    if (nearest->count == 0)
        return;
    nearest_put(&names, nearest, prefix, '\'');
    buf_puts(out, "; ");
    buf_printf(out, _("did you mean %s?"), buf_text(&names));
    out->failed |= names.failed;
    buf_fini(&names);
}
