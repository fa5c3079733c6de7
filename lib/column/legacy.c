/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Columns that show nothing of a task. Those of other systems and of old Linux are accepted for old
 * scripts, but procps has always printed "-"; a few can be sorted by.
 */
#include "lib/base/array.h"
#include "lib/column/family.h"

/* --- other systems' --- */

/* A figure that is always "-". */
#define NOTHING(...) FIGURE(.unprintable = true, .help = __VA_ARGS__)

SHARED_FIGURE(accounting, .help = "accounting flags", .unprintable = true);
SHARED_FIGURE(kernel_address, .json = "addr", .help = "address in the kernel", .unprintable = true);
SHARED_FIGURE(blocks_read, .help = "blocks read", .unprintable = true);
SHARED_FIGURE(login_name, .help = "login name", .unprintable = true);
SHARED_FIGURE(resident, .help = "resident memory", .unprintable = true, .row_class = ROW_PROCESS,
              .need = NEED_MEM, .sort = MEMBER(process, rss_kib));
SHARED_FIGURE(signals_received, .help = "signals received", .unprintable = true);
SHARED_FIGURE(blocks_written, .help = "blocks written", .unprintable = true);
SHARED_FIGURE(process_address, .help = "address of the process structure", .unprintable = true);
SHARED_FIGURE(suspend_count, .help = "suspend count", .unprintable = true);
SHARED_FIGURE(timeout, .help = "timeout", .unprintable = true);
SHARED_FIGURE(terminal_session, .help = "session of the terminal", .unprintable = true,
              .pid_width = true, .row_class = ROW_PROCESS);
SHARED_FIGURE(user_priority, .help = "priority in user mode", .unprintable = true,
              .row_class = ROW_THREAD);

/* --- samples: texts of many lengths, to test the layout of lines, as procps has them --- */

static const char *const terminals[] = {"tty7", "3270/tty4", "ttySMX0", "iseries/vtty42",
                                        "pts/9999"};
static const char *const times[] = {"59:59", "9-23:59:59", "99-23:59:59", "999-23:59:59"};
static const char *const commands[] = {"[123456789-12345] <defunct>", "ps", "123456789-123456",
                                       "unlimited"};

#define PICK(texts, task) value_string((texts)[(size_t)(task)->tid % ARRAY_COUNT(texts)])

static struct value value_left(const struct task *task, const struct column_context *context)
{
    return PICK(terminals, task);
}

static struct value value_right(const struct task *task, const struct column_context *context)
{
    return PICK(times, task);
}

static struct value value_unlimited(const struct task *task, const struct column_context *context)
{
    return PICK(commands, task);
}

SHARED_FIGURE(left, .help = "texts to try a layout with", .value = value_left);
SHARED_FIGURE(right, .help = "texts to try a layout with", .value = value_right);
SHARED_FIGURE(unlimited, .help = "texts to try a layout with", .value = value_unlimited);

static const struct column rows[] = {
    {"_left", "LLLLLLLL", 8, ALIGN_LEFT, &left},
    {"_left2", "L2L2L2L2", 8, ALIGN_LEFT, &left},
    {"_right", "RRRRRRRRRRR", 11, ALIGN_RIGHT, &right},
    {"_right2", "R2R2R2R2R2R", 11, ALIGN_RIGHT, &right},
    {"_unlimited", "U", 16, ALIGN_UNLIMITED, &unlimited},
    {"_unlimited2", "U2", 16, ALIGN_UNLIMITED, &unlimited},
    {"acflag", "ACFLG", 5, ALIGN_RIGHT, &accounting},
    {"acflg", "ACFLG", 5, ALIGN_RIGHT, &accounting},
    {"addr", "ADDR", 4, ALIGN_RIGHT, &kernel_address},
    {"addr_1", "ADDR", 1, ALIGN_LEFT, &kernel_address},
    {"alarm", "ALARM", 5, ALIGN_RIGHT, NOTHING("alarm timer")},
    {"argc", "ARGC", 4, ALIGN_RIGHT, NOTHING("number of arguments", .row_class = ROW_PROCESS)},
    {"bnd", "BND", 1, ALIGN_RIGHT, NOTHING("processor it is bound to", .row_class = ROW_THREAD)},
    {"cmaj_flt", "-", 1, ALIGN_RIGHT,
     NOTHING("reaped children's faults that had to read from a disk")},
    {"cmin_flt", "-", 1, ALIGN_RIGHT, NOTHING("reaped children's faults that needed no disk")},
    {"cnswap", "-", 1, ALIGN_RIGHT, NOTHING("reaped children's swaps")},
    {"cursig", "CURSIG", 6, ALIGN_RIGHT, NOTHING("current signal")},
    {"cutime", "-", 1, ALIGN_RIGHT,
     NOTHING("reaped children's time in user mode", .need = NEED_STAT,
             .sort = MEMBER(process, cutime_ns))},
    {"cwd", "CWD", 3, ALIGN_LEFT, NOTHING("working directory")},
    {"emul", "EMUL", 13, ALIGN_LEFT, NOTHING("system that it is run as", .row_class = ROW_PROCESS)},
    {"end_code", "E_CODE", 16, ALIGN_RIGHT,
     NOTHING("end of the code", .row_class = ROW_PROCESS, .need = NEED_ADDRESSES,
             .sort = MEMBER(task_addresses, end_code))},
    {"inblk", "INBLK", 5, ALIGN_RIGHT, &blocks_read},
    {"inblock", "INBLK", 5, ALIGN_RIGHT, &blocks_read},
    {"jid", "JID", 1, ALIGN_RIGHT, NOTHING("job id", .row_class = ROW_PROCESS)},
    {"jobc", "JOBC", 4, ALIGN_RIGHT, NOTHING("job control count")},
    {"ktrace", "KTRACE", 8, ALIGN_RIGHT, NOTHING("trace flags")},
    {"ktracep", "KTRACEP", 8, ALIGN_RIGHT, NOTHING("trace file")},
    {"login", "LOGNAME", 8, ALIGN_LEFT, &login_name},
    {"logname", "LOGNAME", 8, ALIGN_LEFT, &login_name},
    {"luser", "LUSER", 8, ALIGN_USER, NOTHING("login user")},
    {"m_dt", "DT", 4, ALIGN_RIGHT, NOTHING("dirty pages", .row_class = ROW_PROCESS)},
    {"m_lrs", "LRS", 5, ALIGN_RIGHT, NOTHING("resident libraries", .row_class = ROW_PROCESS)},
    {"m_resident", "RES", 5, ALIGN_RIGHT, &resident},
    {"m_share", "SHRD", 5, ALIGN_RIGHT,
     NOTHING("shared memory", .row_class = ROW_PROCESS, .need = NEED_STATM,
             .sort = MEMBER(process, shared_kib))},
    {"m_swap", "SWAP", 5, ALIGN_RIGHT, NOTHING("swapped memory", .row_class = ROW_PROCESS)},
    {"msgrcv", "MSGRCV", 6, ALIGN_RIGHT, NOTHING("messages received")},
    {"msgsnd", "MSGSND", 6, ALIGN_RIGHT, NOTHING("messages sent")},
    {"mwchan", "MWCHAN", 6, ALIGN_WCHAN, NOTHING("lock it waits for", .row_class = ROW_THREAD)},
    {"nsignals", "NSIGS", 5, ALIGN_RIGHT, &signals_received},
    {"nsigs", "NSIGS", 5, ALIGN_RIGHT, &signals_received},
    {"nswap", "NSWAP", 5, ALIGN_RIGHT, NOTHING("swaps")},
    {"nwchan", "WCHAN", 6, ALIGN_RIGHT, NOTHING("address it sleeps at", .row_class = ROW_THREAD)},
    {"osz", "SZ", 2, ALIGN_RIGHT, NOTHING("virtual memory, old style", .row_class = ROW_PROCESS)},
    {"oublk", "OUBLK", 5, ALIGN_RIGHT, &blocks_written},
    {"oublock", "OUBLK", 5, ALIGN_RIGHT, &blocks_written},
    {"p_ru", "P_RU", 6, ALIGN_RIGHT, NOTHING("resource usage")},
    {"paddr", "PADDR", 6, ALIGN_RIGHT, &process_address},
    {"poip", "-", 1, ALIGN_RIGHT, NOTHING("pageouts in progress")},
    {"prmgrp", "PRMGRP", 12, ALIGN_RIGHT,
     NOTHING("resource management group", .row_class = ROW_PROCESS)},
    {"prmid", "PRMID", 12, ALIGN_RIGHT,
     NOTHING("resource management id", .row_class = ROW_PROCESS)},
    {"project", "PROJECT", 12, ALIGN_LEFT, NOTHING("project", .row_class = ROW_PROCESS)},
    {"projid", "PROJID", 5, ALIGN_RIGHT, NOTHING("project id", .row_class = ROW_PROCESS)},
    {"pset", "PSET", 4, ALIGN_RIGHT, NOTHING("processor set", .row_class = ROW_THREAD)},
    {"psxpri", "PPR", 3, ALIGN_RIGHT, NOTHING("POSIX priority", .row_class = ROW_THREAD)},
    {"re", "RE", 3, ALIGN_RIGHT, NOTHING("time in memory")},
    {"resident", "RES", 5, ALIGN_RIGHT, &resident},
    {"rlink", "RLINK", 8, ALIGN_RIGHT, NOTHING("link in the run queue")},
    {"scnt", "SCNT", 4, ALIGN_RIGHT, &suspend_count},
    {"scount", "SC", 4, ALIGN_RIGHT, &suspend_count},
    {"share", "-", 1, ALIGN_RIGHT, NOTHING("shared memory", .row_class = ROW_PROCESS)},
    {"sl", "SL", 3, ALIGN_RIGHT, NOTHING("time asleep")},
    {"start_code", "S_CODE", 16, ALIGN_RIGHT,
     NOTHING("start of the code", .row_class = ROW_PROCESS, .need = NEED_ADDRESSES,
             .sort = MEMBER(task_addresses, start_code))},
    {"status", "STATUS", 6, ALIGN_RIGHT, NOTHING("status")},
    {"systime", "SYSTEM", 6, ALIGN_RIGHT, NOTHING("time in the kernel")},
    {"taskid", "TASKID", 5, ALIGN_RIGHT,
     NOTHING("task id", .pid_width = true, .row_class = ROW_THREAD)},
    {"tdev", "TDEV", 4, ALIGN_RIGHT, NOTHING("device number of the terminal")},
    {"timeout", "TMOUT", 5, ALIGN_RIGHT, &timeout},
    {"tmout", "TMOUT", 5, ALIGN_RIGHT, &timeout},
    {"tsess", "TSESS", 5, ALIGN_RIGHT, &terminal_session},
    {"tsession", "TSESS", 5, ALIGN_RIGHT, &terminal_session},
    {"tsid", "TSID", 5, ALIGN_RIGHT, &terminal_session},
    {"u_procp", "UPROCP", 6, ALIGN_RIGHT, &process_address},
    {"umask", "UMASK", 5, ALIGN_RIGHT, NOTHING("file mode creation mask")},
    {"upr", "UPR", 3, ALIGN_RIGHT, &user_priority},
    {"uprocp", "UPROCP", 8, ALIGN_RIGHT, &process_address},
    {"usertime", "USER", 4, ALIGN_RIGHT, NOTHING("time in user mode")},
    {"usrpri", "UPR", 3, ALIGN_RIGHT, &user_priority},
    {"utime", "UTIME", 6, ALIGN_RIGHT,
     NOTHING("time in user mode", .need = NEED_STAT, .sort = MEMBER(task, utime_ns))},
    {"vm_data", "DATA", 5, ALIGN_RIGHT,
     NOTHING("data", .row_class = ROW_PROCESS, .need = NEED_STATUS,
             .sort = MEMBER(task_status, vm_data_kib))},
    {"vm_exe", "EXE", 5, ALIGN_RIGHT,
     NOTHING("code", .row_class = ROW_PROCESS, .need = NEED_STATM,
             .sort = MEMBER(process, code_kib))},
    {"vm_lib", "LIB", 5, ALIGN_RIGHT, NOTHING("libraries", .row_class = ROW_PROCESS)},
    {"vm_lock", "LCK", 3, ALIGN_RIGHT,
     NOTHING("locked memory", .row_class = ROW_PROCESS, .need = NEED_STATUS,
             .sort = MEMBER(task_status, vm_locked_kib))},
    {"vm_stack", "STACK", 5, ALIGN_RIGHT,
     NOTHING("stack", .row_class = ROW_PROCESS, .need = NEED_STATUS,
             .sort = MEMBER(task_status, vm_stack_kib))},
    {"xstat", "XSTAT", 5, ALIGN_RIGHT, NOTHING("exit status")},
    {"zoneid", "ZONEID", 31, ALIGN_RIGHT, NOTHING("zone id")},
};

const struct column_family column_legacy = COLUMN_FAMILY(rows);
