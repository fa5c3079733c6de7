/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Columns of other systems, and of Linux long ago: their names are still understood, so that old
 * scripts go on working, but all that ps has ever printed for them is "-". A few sort all the same.
 */
#include "lib/column/family.h"

static struct value value_nothing(const struct task *task, const struct column_context *context)
{
    (void)task;
    (void)context;
    return value_none();
}

static struct value sort_utime(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->utime_ns);
}

static struct value sort_cutime(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->process->cutime_ns);
}

static struct value sort_start_code(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(addresses_of(task).start_code);
}

static struct value sort_end_code(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(addresses_of(task).end_code);
}

static struct value sort_resident(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->process->rss_kib);
}

static struct value sort_shared(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->process->shared_kib);
}

static struct value sort_code(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->process->code_kib);
}

static struct value sort_vm_data(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->status ? value_uint(task->status->vm_data_kib) : value_none();
}

static struct value sort_vm_lock(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->status ? value_uint(task->status->vm_locked_kib) : value_none();
}

static struct value sort_vm_stack(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->status ? value_uint(task->status->vm_stack_kib) : value_none();
}

#define NOTHING(code_, header_, width_, align_, row_class_, help_)                             \
    {                                                                                          \
        .code = code_, .header = header_, .help = help_, .width = width_, .unprintable = true, \
        .align = align_, .row_class = row_class_, .value = value_nothing                       \
    }
#define TASK_ID(code_, header_, row_class_, help_)                                                 \
    {                                                                                              \
        .code = code_, .header = header_, .help = help_, .width = 5, .pid_width = true,            \
        .unprintable = true, .align = ALIGN_RIGHT, .row_class = row_class_, .value = value_nothing \
    }
#define SORTED(code_, header_, width_, row_class_, need_, sort_value_, help_)                  \
    {                                                                                          \
        .code = code_, .header = header_, .help = help_, .width = width_, .unprintable = true, \
        .align = ALIGN_RIGHT, .row_class = row_class_, .need = need_, .value = value_nothing,  \
        .sort_value = sort_value_                                                              \
    }

static const struct column rows[] = {
    NOTHING("acflag", "ACFLG", 5, ALIGN_RIGHT, ROW_EVERY, "accounting flags"),
    NOTHING("acflg", "ACFLG", 5, ALIGN_RIGHT, ROW_EVERY, "accounting flags"),
    NOTHING("addr", "ADDR", 4, ALIGN_RIGHT, ROW_EVERY, "address in the kernel"),
    NOTHING("addr_1", "ADDR", 1, ALIGN_LEFT, ROW_EVERY, "address in the kernel"),
    NOTHING("alarm", "ALARM", 5, ALIGN_RIGHT, ROW_EVERY, "alarm timer"),
    NOTHING("argc", "ARGC", 4, ALIGN_RIGHT, ROW_PROCESS, "number of arguments"),
    NOTHING("bnd", "BND", 1, ALIGN_RIGHT, ROW_THREAD, "processor it is bound to"),
    NOTHING("cmaj_flt", "-", 1, ALIGN_RIGHT, ROW_EVERY,
            "reaped children's faults that had to read from a disk"),
    NOTHING("cmin_flt", "-", 1, ALIGN_RIGHT, ROW_EVERY,
            "reaped children's faults that needed no disk"),
    NOTHING("cnswap", "-", 1, ALIGN_RIGHT, ROW_EVERY, "reaped children's swaps"),
    NOTHING("ctid", "CTID", 5, ALIGN_RIGHT, ROW_EVERY, "contract id"),
    NOTHING("cursig", "CURSIG", 6, ALIGN_RIGHT, ROW_EVERY, "current signal"),
    SORTED("cutime", "-", 1, ROW_EVERY, NEED_STAT, sort_cutime,
           "reaped children's time in user mode"),
    NOTHING("cwd", "CWD", 3, ALIGN_LEFT, ROW_EVERY, "working directory"),
    NOTHING("emul", "EMUL", 13, ALIGN_LEFT, ROW_PROCESS, "system that it is run as"),
    SORTED("end_code", "E_CODE", 16, ROW_PROCESS, NEED_ADDRESSES, sort_end_code, "end of the code"),
    NOTHING("inblk", "INBLK", 5, ALIGN_RIGHT, ROW_EVERY, "blocks read"),
    NOTHING("inblock", "INBLK", 5, ALIGN_RIGHT, ROW_EVERY, "blocks read"),
    NOTHING("jid", "JID", 1, ALIGN_RIGHT, ROW_PROCESS, "job id"),
    NOTHING("jobc", "JOBC", 4, ALIGN_RIGHT, ROW_EVERY, "job control count"),
    NOTHING("ktrace", "KTRACE", 8, ALIGN_RIGHT, ROW_EVERY, "trace flags"),
    NOTHING("ktracep", "KTRACEP", 8, ALIGN_RIGHT, ROW_EVERY, "trace file"),
    NOTHING("login", "LOGNAME", 8, ALIGN_LEFT, ROW_EVERY, "login name"),
    NOTHING("logname", "LOGNAME", 8, ALIGN_LEFT, ROW_EVERY, "login name"),
    NOTHING("luser", "LUSER", 8, ALIGN_USER, ROW_EVERY, "login user"),
    NOTHING("m_dt", "DT", 4, ALIGN_RIGHT, ROW_PROCESS, "dirty pages"),
    NOTHING("m_lrs", "LRS", 5, ALIGN_RIGHT, ROW_PROCESS, "resident libraries"),
    SORTED("m_resident", "RES", 5, ROW_PROCESS, NEED_MEM, sort_resident, "resident memory"),
    SORTED("m_share", "SHRD", 5, ROW_PROCESS, NEED_STATM, sort_shared, "shared memory"),
    NOTHING("m_swap", "SWAP", 5, ALIGN_RIGHT, ROW_PROCESS, "swapped memory"),
    NOTHING("msgrcv", "MSGRCV", 6, ALIGN_RIGHT, ROW_EVERY, "messages received"),
    NOTHING("msgsnd", "MSGSND", 6, ALIGN_RIGHT, ROW_EVERY, "messages sent"),
    NOTHING("mwchan", "MWCHAN", 6, ALIGN_WCHAN, ROW_THREAD, "lock it waits for"),
    NOTHING("nivcsw", "IVCSW", 5, ALIGN_RIGHT, ROW_EVERY, "involuntary context switches"),
    NOTHING("nsignals", "NSIGS", 5, ALIGN_RIGHT, ROW_EVERY, "signals received"),
    NOTHING("nsigs", "NSIGS", 5, ALIGN_RIGHT, ROW_EVERY, "signals received"),
    NOTHING("nswap", "NSWAP", 5, ALIGN_RIGHT, ROW_EVERY, "swaps"),
    NOTHING("nvcsw", "VCSW", 5, ALIGN_RIGHT, ROW_EVERY, "voluntary context switches"),
    NOTHING("nwchan", "WCHAN", 6, ALIGN_RIGHT, ROW_THREAD, "address it sleeps at"),
    NOTHING("osz", "SZ", 2, ALIGN_RIGHT, ROW_PROCESS, "virtual memory, old style"),
    NOTHING("oublk", "OUBLK", 5, ALIGN_RIGHT, ROW_EVERY, "blocks written"),
    NOTHING("oublock", "OUBLK", 5, ALIGN_RIGHT, ROW_EVERY, "blocks written"),
    NOTHING("p_ru", "P_RU", 6, ALIGN_RIGHT, ROW_EVERY, "resource usage"),
    NOTHING("paddr", "PADDR", 6, ALIGN_RIGHT, ROW_EVERY, "address of the process structure"),
    NOTHING("poip", "-", 1, ALIGN_RIGHT, ROW_EVERY, "pageouts in progress"),
    NOTHING("prmgrp", "PRMGRP", 12, ALIGN_RIGHT, ROW_PROCESS, "resource management group"),
    NOTHING("prmid", "PRMID", 12, ALIGN_RIGHT, ROW_PROCESS, "resource management id"),
    NOTHING("project", "PROJECT", 12, ALIGN_LEFT, ROW_PROCESS, "project"),
    NOTHING("projid", "PROJID", 5, ALIGN_RIGHT, ROW_PROCESS, "project id"),
    NOTHING("pset", "PSET", 4, ALIGN_RIGHT, ROW_THREAD, "processor set"),
    NOTHING("psxpri", "PPR", 3, ALIGN_RIGHT, ROW_THREAD, "POSIX priority"),
    NOTHING("re", "RE", 3, ALIGN_RIGHT, ROW_EVERY, "time in memory"),
    SORTED("resident", "RES", 5, ROW_PROCESS, NEED_MEM, sort_resident, "resident memory"),
    NOTHING("rlink", "RLINK", 8, ALIGN_RIGHT, ROW_EVERY, "link in the run queue"),
    NOTHING("scnt", "SCNT", 4, ALIGN_RIGHT, ROW_EVERY, "suspend count"),
    NOTHING("scount", "SC", 4, ALIGN_RIGHT, ROW_EVERY, "suspend count"),
    NOTHING("share", "-", 1, ALIGN_RIGHT, ROW_PROCESS, "shared memory"),
    NOTHING("sl", "SL", 3, ALIGN_RIGHT, ROW_EVERY, "time asleep"),
    SORTED("start_code", "S_CODE", 16, ROW_PROCESS, NEED_ADDRESSES, sort_start_code,
           "start of the code"),
    NOTHING("status", "STATUS", 6, ALIGN_RIGHT, ROW_EVERY, "status"),
    NOTHING("systime", "SYSTEM", 6, ALIGN_RIGHT, ROW_EVERY, "time in the kernel"),
    TASK_ID("taskid", "TASKID", ROW_THREAD, "task id"),
    NOTHING("tdev", "TDEV", 4, ALIGN_RIGHT, ROW_EVERY, "device number of the terminal"),
    NOTHING("timeout", "TMOUT", 5, ALIGN_RIGHT, ROW_EVERY, "timeout"),
    NOTHING("tmout", "TMOUT", 5, ALIGN_RIGHT, ROW_EVERY, "timeout"),
    TASK_ID("tsess", "TSESS", ROW_PROCESS, "session of the terminal"),
    TASK_ID("tsession", "TSESS", ROW_PROCESS, "session of the terminal"),
    TASK_ID("tsid", "TSID", ROW_PROCESS, "session of the terminal"),
    NOTHING("u_procp", "UPROCP", 6, ALIGN_RIGHT, ROW_EVERY, "address of the process structure"),
    NOTHING("umask", "UMASK", 5, ALIGN_RIGHT, ROW_EVERY, "file mode creation mask"),
    NOTHING("upr", "UPR", 3, ALIGN_RIGHT, ROW_THREAD, "priority in user mode"),
    NOTHING("uprocp", "UPROCP", 8, ALIGN_RIGHT, ROW_EVERY, "address of the process structure"),
    NOTHING("usertime", "USER", 4, ALIGN_RIGHT, ROW_EVERY, "time in user mode"),
    NOTHING("usrpri", "UPR", 3, ALIGN_RIGHT, ROW_THREAD, "priority in user mode"),
    SORTED("utime", "UTIME", 6, ROW_EVERY, NEED_STAT | NEED_USAGE, sort_utime, "time in user mode"),
    SORTED("vm_data", "DATA", 5, ROW_PROCESS, NEED_STATUS, sort_vm_data, "data"),
    SORTED("vm_exe", "EXE", 5, ROW_PROCESS, NEED_STATM, sort_code, "code"),
    NOTHING("vm_lib", "LIB", 5, ALIGN_RIGHT, ROW_PROCESS, "libraries"),
    SORTED("vm_lock", "LCK", 3, ROW_PROCESS, NEED_STATUS, sort_vm_lock, "locked memory"),
    SORTED("vm_stack", "STACK", 5, ROW_PROCESS, NEED_STATUS, sort_vm_stack, "stack"),
    NOTHING("xstat", "XSTAT", 5, ALIGN_RIGHT, ROW_EVERY, "exit status"),
    NOTHING("zoneid", "ZONEID", 31, ALIGN_RIGHT, ROW_EVERY, "zone id"),
};

const struct column_family column_legacy = COLUMN_FAMILY(rows);
