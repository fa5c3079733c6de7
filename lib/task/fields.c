/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/task/fields.h"

#include <errno.h>
#include <string.h>

#include "lib/base/array.h"

#define MEMBER_OF(record_, type_, kind_, name_) \
    .record = (record_), .kind = (kind_), .offset = offsetof(struct type_, name_)
#define SIZE(type_, name_) .size = sizeof(((struct type_ *)NULL)->name_)

#define NUMBER(name_) \
    MEMBER_OF(RECORD_DETAILS, task_details, FIELD_NUMBER, name_), SIZE(task_details, name_)
#define TEXT(name_) MEMBER_OF(RECORD_DETAILS, task_details, FIELD_TEXT, name_)
#define RECORD(name_) \
    MEMBER_OF(RECORD_DETAILS, task_details, FIELD_RECORD, name_), SIZE(task_details, name_[0])

#define TASK(name_)        MEMBER_OF(RECORD_TASK, task, FIELD_NUMBER, name_), SIZE(task, name_)
#define TASK_TEXT(name_)   MEMBER_OF(RECORD_TASK, task, FIELD_TEXT, name_)
#define TASK_RECORD(name_) MEMBER_OF(RECORD_TASK, task, FIELD_RECORD, name_), SIZE(task, name_[0])
#define PROCESS(name_)     MEMBER_OF(RECORD_PROCESS, process, FIELD_NUMBER, name_), SIZE(process, name_)

static const struct task_field table[] = {
    {NEED_ENVIRON, TEXT(environ), .length = offsetof(struct task_details, environ_len),
     .file = "environ"},
    {NEED_CGROUP, TEXT(cgroup), .file = "cgroup"},
    {NEED_LABEL, TEXT(label), .file = "attr/current"},
    {NEED_IO, RECORD(io), .file = "io"},
    {NEED_IO, NUMBER(new_read), .none = -1},
    {NEED_IO, NUMBER(new_written), .none = -1},
    {NEED_IO, NUMBER(new_io_calls), .none = -1},
    {NEED_SMAPS, RECORD(smaps), .file = "smaps_rollup"},
    {NEED_AUTOGROUP, NUMBER(autogroup), .file = "autogroup", .none = -1},
    {NEED_AUTOGROUP, NUMBER(autogroup_nice), .file = "autogroup", .none = 0},
    {NEED_LOGINUID, NUMBER(login_uid), .file = "loginuid", .none = -1},
    {NEED_OOM_SCORE, NUMBER(oom_score), .file = "oom_score", .none = -1},
    {NEED_OOM_ADJ, NUMBER(oom_adj), .file = "oom_score_adj", .none = NUMBER_UNKNOWN},
    {NEED_EXE, TEXT(exe), .file = "exe"},
    {NEED_FDS, NUMBER(fds), .none = -1},
    {NEED_SYSCALL, RECORD(syscall), .file = "syscall"},
    {NEED_WAIT, NUMBER(sleeps_for), .none = 0},
    {NEED_WAIT_FILE, TEXT(wait_file)},
    {NEED_WAIT_KEY, TEXT(wait_key)},
    {NEED_LOCK_HOLDER, NUMBER(lock_holder), .none = -1},
    {NEED_RUN_DELAY, NUMBER(run_delay_ns), .file = "schedstat", .none = -1},
    {NEED_RUN_DELAY, NUMBER(run_queue_ns), .none = -1},
    {NEED_SWITCHES, NUMBER(voluntary_switches), .none = -1},
    {NEED_SWITCHES, NUMBER(forced_switches), .none = -1},
    {NEED_SWITCHES, NUMBER(new_voluntary), .none = -1},
    {NEED_SWITCHES, NUMBER(new_forced), .none = -1},
    {NEED_WAITED, NUMBER(waited_ns), .none = -1},
    {NEED_GROWTH, NUMBER(rss_growth_kib), .none = NUMBER_UNKNOWN},
    {NEED_NODE, NUMBER(node), .none = -1},
    {NEED_NAMESPACE(NAMESPACE_CGROUP), NUMBER(namespace_inodes[NAMESPACE_CGROUP]),
     .file = "ns/cgroup"},
    {NEED_NAMESPACE(NAMESPACE_IPC), NUMBER(namespace_inodes[NAMESPACE_IPC]), .file = "ns/ipc"},
    {NEED_NAMESPACE(NAMESPACE_MNT), NUMBER(namespace_inodes[NAMESPACE_MNT]), .file = "ns/mnt"},
    {NEED_NAMESPACE(NAMESPACE_NET), NUMBER(namespace_inodes[NAMESPACE_NET]), .file = "ns/net"},
    {NEED_NAMESPACE(NAMESPACE_PID), NUMBER(namespace_inodes[NAMESPACE_PID]), .file = "ns/pid"},
    {NEED_NAMESPACE(NAMESPACE_TIME), NUMBER(namespace_inodes[NAMESPACE_TIME]), .file = "ns/time"},
    {NEED_NAMESPACE(NAMESPACE_USER), NUMBER(namespace_inodes[NAMESPACE_USER]), .file = "ns/user"},
    {NEED_NAMESPACE(NAMESPACE_UTS), NUMBER(namespace_inodes[NAMESPACE_UTS]), .file = "ns/uts"},
    {NEED_LOGIN(LOGIN_MACHINE), TEXT(login[LOGIN_MACHINE])},
    {NEED_LOGIN(LOGIN_OWNER), TEXT(login[LOGIN_OWNER])},
    {NEED_LOGIN(LOGIN_SEAT), TEXT(login[LOGIN_SEAT])},
    {NEED_LOGIN(LOGIN_SESSION), TEXT(login[LOGIN_SESSION])},
    {NEED_LOGIN(LOGIN_SLICE), TEXT(login[LOGIN_SLICE])},
    {NEED_LOGIN(LOGIN_UNIT), TEXT(login[LOGIN_UNIT])},
    {NEED_LOGIN(LOGIN_USER_UNIT), TEXT(login[LOGIN_USER_UNIT])},

    {NEED_IDS, TASK(tid)},
    {NEED_IDS, TASK(tgid)},
    {NEED_OWNER, TASK(euid)},
    {NEED_OWNER, TASK(egid)},
    {NEED_STAT, TASK(flags)},
    {NEED_STAT, TASK(read_us)},
    {NEED_STAT, TASK(processor)},
    {NEED_STAT, TASK(priority)},
    {NEED_STAT, TASK(exit_signal)},
    {NEED_STAT, TASK(nice)},
    {NEED_STAT, TASK(rt_priority)},
    {NEED_STAT, TASK(policy)},
    {NEED_STAT, TASK(state)},
    {NEED_STAT, TASK(utime_ns)},
    {NEED_STAT, TASK(stime_ns)},
    {NEED_STAT, TASK(runtime_ns)},
    {NEED_STAT, TASK(start_ns)},
    {NEED_STAT, TASK(minflt)},
    {NEED_STAT, TASK(majflt)},
    {NEED_DELTA, TASK(delta_cpu_ns)},
    {NEED_DELTA, TASK(delta_minflt)},
    {NEED_DELTA, TASK(delta_majflt)},
    {NEED_COMM, TASK_TEXT(comm)},
    {NEED_ADDRESSES, TASK_RECORD(addresses)},
    {NEED_STATUS, TASK_RECORD(status), .text = offsetof(struct task_status, groups)},
    {NEED_CMDLINE, TASK_TEXT(cmdline), .length = offsetof(struct task, cmdline_len)},
    {NEED_WCHAN, TASK_TEXT(wchan)},

    {NEED_STAT, PROCESS(ppid)},
    {NEED_STAT, PROCESS(pgrp)},
    {NEED_STAT, PROCESS(sid)},
    {NEED_STAT, PROCESS(tty)},
    {NEED_STAT, PROCESS(tpgid)},
    {NEED_STAT, PROCESS(cminflt)},
    {NEED_STAT, PROCESS(cmajflt)},
    {NEED_STAT, PROCESS(cutime_ns)},
    {NEED_STAT, PROCESS(cstime_ns)},
    {NEED_STAT, PROCESS(exited_ns)},
    {NEED_STAT, PROCESS(rss_limit)},
    {NEED_STAT, PROCESS(stat_vsize_bytes)},
    {NEED_STAT | NEED_NLWP, PROCESS(nlwp)},
    {NEED_MEM, PROCESS(vsize_kib)},
    {NEED_MEM, PROCESS(rss_kib)},
    {NEED_STATM, PROCESS(shared_kib)},
    {NEED_STATM, PROCESS(code_kib)},
    {NEED_STATM, PROCESS(data_kib)},
    {NEED_LOCKED, PROCESS(locked_kib)},
    {NEED_GROUP_CPU, PROCESS(group_cpu_ns)},
};

#define COUNT ARRAY_COUNT(table)

const struct task_field *task_field_at(size_t index)
{
    return index < COUNT ? &table[index] : NULL;
}

const struct task_field *task_field_find(need_t need)
{
    for (size_t i = 0; i < COUNT; i++)
        if (table[i].need == need)
            return &table[i];
    return NULL;
}

need_t fields_of_texts(void)
{
    need_t need = 0;

    for (size_t i = 0; i < COUNT && table[i].record == RECORD_DETAILS; i++)
        if (table[i].kind == FIELD_TEXT)
            need |= table[i].need;
    return need;
}

static void *at(void *record, uint16_t offset)
{
    return (char *)record + offset;
}

static const void *in(const void *record, uint16_t offset)
{
    return (const char *)record + offset;
}

/* What a member points to. */
static const void *pointed(const void *record, uint16_t offset)
{
    return *(const void *const *)in(record, offset);
}

void task_field_set(const struct task_field *field, struct task_details *details, int64_t number)
{
    if (field->size == sizeof(int32_t))
        *(int32_t *)at(details, field->offset) = (int32_t)number;
    else
        *(int64_t *)at(details, field->offset) = number;
}

void fields_init_details(struct task_details *details)
{
    *details = (struct task_details){0};
    for (size_t i = 0; i < COUNT && table[i].record == RECORD_DETAILS; i++) {
        const struct task_field *field = &table[i];

        if (field->kind == FIELD_NUMBER)
            task_field_set(field, details, field->none);
        else if (field->kind == FIELD_TEXT)
            *(const char **)at(details, field->offset) = "";
    }
}

int task_field_keep(const struct task_field *field, void *record, struct arena *arena,
                    const void *bytes, size_t len)
{
    const bool is_text = field->kind == FIELD_TEXT;
    void *copy = is_text ? arena_copy(arena, bytes, len) : arena_alloc(arena, len);

    if (!copy)
        return -ENOMEM;
    if (!is_text)
        memcpy(copy, bytes, len);
    *(const void **)at(record, field->offset) = copy;
    if (field->length)
        *(uint32_t *)at(record, field->length) = (uint32_t)len;
    return 0;
}

/* Copies the string of a record that has just been copied. */
static int copy_text_of(const struct task_field *field, const void *record, struct arena *arena)
{
    void *copy = *(void *const *)in(record, field->offset);
    const char *text = pointed(copy, field->text);
    const char *text_copy = arena_copy(arena, text, strlen(text));

    *(const char **)at(copy, field->text) = text_copy;
    return text_copy ? 0 : -ENOMEM;
}

static int copy_pointed(const struct task_field *field, void *to, const void *from,
                        struct arena *arena)
{
    const void *bytes = pointed(from, field->offset);
    size_t len = field->size;
    int result;

    if (!bytes) {
        *(const void **)at(to, field->offset) = NULL;
        return 0;
    }
    if (field->kind == FIELD_TEXT)
        len = field->length ? *(const uint32_t *)in(from, field->length) : strlen(bytes);
    result = task_field_keep(field, to, arena, bytes, len);
    return result == 0 && field->text ? copy_text_of(field, to, arena) : result;
}

int fields_copy(enum record record, void *to, const void *from, need_t need, struct arena *arena)
{
    int result = 0;

    for (size_t i = 0; i < COUNT && result == 0; i++) {
        const struct task_field *field = &table[i];

        if (field->record != record || !(need & field->need))
            continue;
        if (field->kind == FIELD_NUMBER)
            memcpy(at(to, field->offset), in(from, field->offset), field->size);
        else
            result = copy_pointed(field, to, from, arena);
    }
    return result;
}
