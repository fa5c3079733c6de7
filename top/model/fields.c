/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/fields.h"

#include <string.h>

#include "top/base/i18n.h"
#include "top/model/columns.h"

/* clang-format off */
static const struct field fields[FIELD_COUNT] = {
    [FIELD_PID] = {"PID", N_("Process Id"), SIZE_PID, 5, false, RENDER_PLAIN, "tid", NULL, NULL},
    [FIELD_PPID] = {"PPID", N_("Parent Process Id"), SIZE_PID, 5, false, RENDER_PLAIN, "ppid", NULL, NULL},
    [FIELD_UID] = {"UID", N_("Effective User Id"), SIZE_WIDER, 5, false, RENDER_PLAIN, "euid", NULL, NULL},
    [FIELD_USER] = {"USER", N_("Effective User Name"), SIZE_WIDER, 8, true, RENDER_PLAIN, "euser", NULL, NULL},
    [FIELD_RUID] = {"RUID", N_("Real User Id"), SIZE_WIDER, 5, false, RENDER_PLAIN, "ruid", NULL, NULL},
    [FIELD_RUSER] = {"RUSER", N_("Real User Name"), SIZE_WIDER, 8, true, RENDER_PLAIN, "ruser", NULL, NULL},
    [FIELD_SUID] = {"SUID", N_("Saved User Id"), SIZE_WIDER, 5, false, RENDER_PLAIN, "suid", NULL, NULL},
    [FIELD_SUSER] = {"SUSER", N_("Saved User Name"), SIZE_WIDER, 8, true, RENDER_PLAIN, "suser", NULL, NULL},
    [FIELD_GID] = {"GID", N_("Effective Group Id"), SIZE_WIDER, 5, false, RENDER_PLAIN, "egid", NULL, NULL},
    [FIELD_GROUP] = {"GROUP", N_("Effective Group Name"), SIZE_WIDER, 8, true, RENDER_PLAIN, "egroup", NULL, NULL},
    [FIELD_PGRP] = {"PGRP", N_("Process Group Id"), SIZE_PID, 5, false, RENDER_PLAIN, "pgrp", NULL, NULL},
    [FIELD_TTY] = {"TTY", N_("Controlling Terminal"), SIZE_WIDER, 8, true, RENDER_PLAIN, "tname", NULL, "?"},
    [FIELD_TPGID] = {"TPGID", N_("Terminal's Process Group"), SIZE_PID, 5, false, RENDER_PLAIN, "tpgid", NULL, NULL},
    [FIELD_SID] = {"SID", N_("Session Id"), SIZE_PID, 5, false, RENDER_PLAIN, "sid", NULL, NULL},
    [FIELD_PR] = {"PR", N_("Priority"), SIZE_FIXED, 3, false, RENDER_PRIORITY, NULL, &top_column_priority, NULL},
    [FIELD_NI] = {"NI", N_("Nice Value"), SIZE_FIXED, 3, false, RENDER_LEVEL, NULL, &top_column_nice, NULL},
    [FIELD_NTH] = {"nTH", N_("Number of Threads"), SIZE_FIXED, 3, false, RENDER_PLAIN, "nlwp", NULL, NULL},
    [FIELD_P] = {"P", N_("Last Used Processor"), SIZE_CPU, 1, false, RENDER_PLAIN, NULL, &top_column_processor, NULL},
    [FIELD_CPU] = {"%CPU", N_("CPU Usage"), SIZE_FIXED, 5, false, RENDER_CPU, NULL, &top_column_cpu, NULL},
    [FIELD_TIME] = {"TIME", N_("CPU Time"), SIZE_FIXED, 6, false, RENDER_TIME, "time", NULL, NULL},
    [FIELD_TIME_PLUS] = {"TIME+", N_("CPU Time, hundredths"), SIZE_FIXED, 9, false, RENDER_TIME_PLUS, "time", NULL, NULL},
    [FIELD_MEM] = {"%MEM", N_("Memory Usage (RES)"), SIZE_FIXED, 5, false, RENDER_PERCENT, NULL, &top_column_mem, NULL},
    [FIELD_VIRT] = {"VIRT", N_("Virtual Size (KiB)"), SIZE_FIXED, 7, false, RENDER_MEMORY, "vsz", NULL, NULL},
    [FIELD_SWAP] = {"SWAP", N_("Swapped Size (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, NULL, &top_column_swap, NULL},
    [FIELD_RES] = {"RES", N_("Resident Size (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "rss", NULL, NULL},
    [FIELD_CODE] = {"CODE", N_("Code Size (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, NULL, &top_column_code, NULL},
    [FIELD_DATA] = {"DATA", N_("Data and Stack (KiB)"), SIZE_FIXED, 7, false, RENDER_MEMORY, NULL, &top_column_data, NULL},
    [FIELD_SHR] = {"SHR", N_("Shared Memory (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, NULL, &top_column_shr, NULL},
    [FIELD_NMAJ] = {"nMaj", N_("Major Page Faults"), SIZE_FIXED, 4, false, RENDER_COUNT, "maj_flt", NULL, NULL},
    [FIELD_NMIN] = {"nMin", N_("Minor Page Faults"), SIZE_FIXED, 4, false, RENDER_COUNT, "min_flt", NULL, NULL},
    [FIELD_NDRT] = {"nDRT", N_("Dirty Pages Count"), SIZE_FIXED, 4, false, RENDER_COUNT, NULL, &top_column_dirty, NULL},
    [FIELD_S] = {"S", N_("Process Status"), SIZE_FIXED, 1, false, RENDER_PLAIN, NULL, &top_column_state, NULL},
    [FIELD_COMMAND] = {"COMMAND", N_("Command Name or Line"), SIZE_FLEXIBLE, 7, true, RENDER_PLAIN, NULL, &top_column_name, NULL},
    [FIELD_WCHAN] = {"WCHAN", N_("Sleeping in Function"), SIZE_WIDER, 10, true, RENDER_PLAIN, "wchan", NULL, NULL},
    [FIELD_FLAGS] = {"Flags", N_("Task Flags"), SIZE_FIXED, 8, true, RENDER_FLAGS, NULL, &top_column_flags, NULL},
    [FIELD_CGROUPS] = {"CGROUPS", N_("Control Groups"), SIZE_FLEXIBLE, 7, true, RENDER_PLAIN, "cgroup", NULL, NULL},
    [FIELD_SUPGIDS] = {"SUPGIDS", N_("Supplementary Group Ids"), SIZE_FLEXIBLE, 7, true, RENDER_PLAIN, "supgid", NULL, NULL},
    [FIELD_SUPGRPS] = {"SUPGRPS", N_("Supplementary Group Name"), SIZE_FLEXIBLE, 7, true, RENDER_PLAIN, "supgrp", NULL, NULL},
    [FIELD_TGID] = {"TGID", N_("Thread Group Id"), SIZE_PID, 5, false, RENDER_PLAIN, "tgid", NULL, NULL},
    [FIELD_OOMA] = {"OOMa", N_("Out-of-Memory Adjustment"), SIZE_FIXED, 5, false, RENDER_LEVEL, "oomadj", NULL, "0"},
    [FIELD_OOMS] = {"OOMs", N_("Out-of-Memory Score"), SIZE_FIXED, 4, false, RENDER_LEVEL, "oom", NULL, "0"},
    [FIELD_ENVIRON] = {"ENVIRON", N_("Environment Variables"), SIZE_FLEXIBLE, 7, true, RENDER_PLAIN, "environ", NULL, NULL},
    [FIELD_VMJ] = {"vMj", N_("Major Faults, change"), SIZE_FIXED, 3, false, RENDER_COUNT, NULL, &top_column_majflt_delta, NULL},
    [FIELD_VMN] = {"vMn", N_("Minor Faults, change"), SIZE_FIXED, 3, false, RENDER_COUNT, NULL, &top_column_minflt_delta, NULL},
    [FIELD_USED] = {"USED", N_("Resident + Swapped (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, NULL, &top_column_used, NULL},
    [FIELD_NSIPC] = {"nsIPC", N_("IPC Namespace Inode"), SIZE_WIDER, 10, false, RENDER_LEVEL, "ipcns", NULL, "0"},
    [FIELD_NSMNT] = {"nsMNT", N_("MNT Namespace Inode"), SIZE_WIDER, 10, false, RENDER_LEVEL, "mntns", NULL, "0"},
    [FIELD_NSNET] = {"nsNET", N_("NET Namespace Inode"), SIZE_WIDER, 10, false, RENDER_LEVEL, "netns", NULL, "0"},
    [FIELD_NSPID] = {"nsPID", N_("PID Namespace Inode"), SIZE_WIDER, 10, false, RENDER_LEVEL, "pidns", NULL, "0"},
    [FIELD_NSUSER] = {"nsUSER", N_("USER Namespace Inode"), SIZE_WIDER, 10, false, RENDER_LEVEL, "userns", NULL, "0"},
    [FIELD_NSUTS] = {"nsUTS", N_("UTS Namespace Inode"), SIZE_WIDER, 10, false, RENDER_LEVEL, "utsns", NULL, "0"},
    [FIELD_LXC] = {"LXC", N_("LXC Container"), SIZE_WIDER, 8, true, RENDER_PLAIN, "lxc", NULL, NULL},
    [FIELD_RSAN] = {"RSan", N_("Resident, Anon. (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, NULL, &top_column_rss_anon, NULL},
    [FIELD_RSFD] = {"RSfd", N_("Resident, Files (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, NULL, &top_column_rss_file, NULL},
    [FIELD_RSLK] = {"RSlk", N_("Resident, Locked (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, NULL, &top_column_locked, NULL},
    [FIELD_RSSH] = {"RSsh", N_("Resident, Shared (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, NULL, &top_column_rss_shmem, NULL},
    [FIELD_CGNAME] = {"CGNAME", N_("Control Group Name"), SIZE_FLEXIBLE, 7, true, RENDER_PLAIN, "cgname", NULL, NULL},
    [FIELD_NU] = {"NU", N_("Last Used NUMA Node"), SIZE_FIXED, 2, false, RENDER_PLAIN, "numa", NULL, "-1"},
    [FIELD_LOGID] = {"LOGID", N_("Login User Id"), SIZE_WIDER, 5, false, RENDER_PLAIN, "luid", NULL, "-1"},
    [FIELD_EXE] = {"EXE", N_("Executable Path"), SIZE_FLEXIBLE, 7, true, RENDER_PLAIN, "exe", NULL, NULL},
    [FIELD_RSS] = {"RSS", N_("Resident, smaps (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, NULL, &top_column_smaps_rss, NULL},
    [FIELD_PSS] = {"PSS", N_("Proportional Size (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "pss", NULL, NULL},
    [FIELD_PSAN] = {"PSan", N_("Proportion, Anon. (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, NULL, &top_column_pss_anon, NULL},
    [FIELD_PSFD] = {"PSfd", N_("Proportion, Files (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, NULL, &top_column_pss_file, NULL},
    [FIELD_PSSH] = {"PSsh", N_("Proportion, Shared (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, NULL, &top_column_pss_shmem, NULL},
    [FIELD_USS] = {"USS", N_("Unshared Size (KiB)"), SIZE_FIXED, 6, false, RENDER_MEMORY, "uss", NULL, NULL},
    [FIELD_IOR] = {"ioR", N_("Bytes Read"), SIZE_FIXED, 6, false, RENDER_COUNT, "rbytes", NULL, NULL},
    [FIELD_IOROP] = {"ioRop", N_("Read Operations"), SIZE_FIXED, 5, false, RENDER_COUNT, "rops", NULL, NULL},
    [FIELD_IOW] = {"ioW", N_("Bytes Written"), SIZE_FIXED, 6, false, RENDER_COUNT, "wbytes", NULL, NULL},
    [FIELD_IOWOP] = {"ioWop", N_("Write Operations"), SIZE_FIXED, 5, false, RENDER_COUNT, "wops", NULL, NULL},
    [FIELD_AGID] = {"AGID", N_("Autogroup Id"), SIZE_FIXED, 5, false, RENDER_PLAIN, "ag_id", NULL, "-1"},
    [FIELD_AGNI] = {"AGNI", N_("Autogroup Nice Value"), SIZE_FIXED, 4, false, RENDER_LEVEL, "ag_nice", NULL, "0"},
    [FIELD_STARTED] = {"STARTED", N_("Start Time after Boot"), SIZE_FIXED, 7, false, RENDER_STARTED, NULL, &top_column_started, NULL},
    [FIELD_ELAPSED] = {"ELAPSED", N_("Elapsed Running Time"), SIZE_FIXED, 7, false, RENDER_TIME_HOURS, NULL, &top_column_elapsed, NULL},
    [FIELD_CUU] = {"%CUU", N_("CPU Utilization"), SIZE_FIXED, 6, false, RENDER_UTILIZATION, NULL, &top_column_cuu, NULL},
    [FIELD_CUC] = {"%CUC", N_("Utilization + Children"), SIZE_FIXED, 7, false, RENDER_UTILIZATION, NULL, &top_column_cuc, NULL},
    [FIELD_NSCGROUP] = {"nsCGROUP", N_("Cgroup Namespace Inode"), SIZE_WIDER, 10, false, RENDER_LEVEL, "cgroupns", NULL, "0"},
    [FIELD_NSTIME] = {"nsTIME", N_("Time Namespace Inode"), SIZE_WIDER, 10, false, RENDER_LEVEL, "timens", NULL, "0"},
    [FIELD_CLS] = {"CLS", N_("Scheduling Class"), SIZE_FIXED, 3, true, RENDER_PLAIN, "cls", NULL, NULL},
    [FIELD_DOCKER] = {"Docker", N_("Docker Container"), SIZE_WIDER, 8, true, RENDER_PLAIN, "docker", NULL, NULL},
    [FIELD_NFD] = {"nFD", N_("Open Files"), SIZE_FIXED, 3, false, RENDER_COUNT, "fds", NULL, NULL},
};
/* clang-format on */

const struct field *field_at(unsigned id)
{
    return id < FIELD_COUNT ? &fields[id] : NULL;
}

const struct column *field_column(enum field_id id, bool command_lines)
{
    const struct field *field = field_at(id);

    if (!field)
        return NULL;
    if (id == FIELD_COMMAND && command_lines)
        return &top_column_line;
    return field->own ? field->own : column_find(field->code);
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
