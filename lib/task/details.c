/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/task/details.h"

#include <errno.h>
#include <string.h>

#include "lib/task/wait_report.h"

#define NUMBER(name_)                                                      \
    .kind = DETAIL_NUMBER, .offset = offsetof(struct task_details, name_), \
    .size = sizeof(((struct task_details *)NULL)->name_)
#define TEXT(name_) .kind = DETAIL_TEXT, .offset = offsetof(struct task_details, name_)
#define RECORD(name_)                                                      \
    .kind = DETAIL_RECORD, .offset = offsetof(struct task_details, name_), \
    .size = sizeof(*((struct task_details *)NULL)->name_)

static const struct detail table[] = {
    {NEED_ENVIRON, "environ", TEXT(environ), .length = offsetof(struct task_details, environ_len)},
    {NEED_CGROUP, "cgroup", TEXT(cgroup)},
    {NEED_LABEL, "attr/current", TEXT(label)},
    {NEED_IO, "io", RECORD(io)},
    {NEED_SMAPS, "smaps_rollup", RECORD(smaps)},
    {NEED_AUTOGROUP, "autogroup", NUMBER(autogroup), .none = -1},
    {NEED_AUTOGROUP, "autogroup", NUMBER(autogroup_nice), .none = 0},
    {NEED_LOGINUID, "loginuid", NUMBER(login_uid), .none = -1},
    {NEED_OOM_SCORE, "oom_score", NUMBER(oom_score), .always = true},
    {NEED_OOM_ADJ, "oom_score_adj", NUMBER(oom_adj), .always = true},
    {NEED_EXE, "exe", TEXT(exe)},
    {NEED_FDS, NULL, NUMBER(fds), .none = -1},
    {NEED_SYSCALL, "syscall", RECORD(syscall)},
    {NEED_WAIT, NULL, NUMBER(sleeps_for), .none = 0},
    {NEED_WAIT_FILE, NULL, TEXT(wait_file)},
    {NEED_RUN_DELAY, "schedstat", NUMBER(run_delay_ns), .none = -1},
    {NEED_RUN_DELAY, NULL, NUMBER(run_queue_ns), .none = -1},
    {NEED_SWITCHES, NULL, NUMBER(voluntary_switches), .none = -1},
    {NEED_SWITCHES, NULL, NUMBER(forced_switches), .none = -1},
    {NEED_SWITCHES, NULL, NUMBER(new_voluntary), .none = -1},
    {NEED_SWITCHES, NULL, NUMBER(new_forced), .none = -1},
    {NEED_WAITED, NULL, NUMBER(waited_ns), .none = -1},
    {NEED_WAIT_REPORT, NULL, RECORD(wait_report)},
    {NEED_NODE, NULL, NUMBER(node), .none = -1},
    {NEED_NAMESPACE(NAMESPACE_CGROUP), "ns/cgroup", NUMBER(namespace_inodes[NAMESPACE_CGROUP])},
    {NEED_NAMESPACE(NAMESPACE_IPC), "ns/ipc", NUMBER(namespace_inodes[NAMESPACE_IPC])},
    {NEED_NAMESPACE(NAMESPACE_MNT), "ns/mnt", NUMBER(namespace_inodes[NAMESPACE_MNT])},
    {NEED_NAMESPACE(NAMESPACE_NET), "ns/net", NUMBER(namespace_inodes[NAMESPACE_NET])},
    {NEED_NAMESPACE(NAMESPACE_PID), "ns/pid", NUMBER(namespace_inodes[NAMESPACE_PID])},
    {NEED_NAMESPACE(NAMESPACE_TIME), "ns/time", NUMBER(namespace_inodes[NAMESPACE_TIME])},
    {NEED_NAMESPACE(NAMESPACE_USER), "ns/user", NUMBER(namespace_inodes[NAMESPACE_USER])},
    {NEED_NAMESPACE(NAMESPACE_UTS), "ns/uts", NUMBER(namespace_inodes[NAMESPACE_UTS])},
    {NEED_LOGIN(LOGIN_MACHINE), NULL, TEXT(login[LOGIN_MACHINE])},
    {NEED_LOGIN(LOGIN_OWNER), NULL, TEXT(login[LOGIN_OWNER])},
    {NEED_LOGIN(LOGIN_SEAT), NULL, TEXT(login[LOGIN_SEAT])},
    {NEED_LOGIN(LOGIN_SESSION), NULL, TEXT(login[LOGIN_SESSION])},
    {NEED_LOGIN(LOGIN_SLICE), NULL, TEXT(login[LOGIN_SLICE])},
    {NEED_LOGIN(LOGIN_UNIT), NULL, TEXT(login[LOGIN_UNIT])},
    {NEED_LOGIN(LOGIN_USER_UNIT), NULL, TEXT(login[LOGIN_USER_UNIT])},
};

#define COUNT (sizeof(table) / sizeof(table[0]))

const struct detail *detail_at(size_t index)
{
    return index < COUNT ? &table[index] : NULL;
}

const struct detail *detail_find(need_t group)
{
    size_t i = 0;

    while (table[i].group != group)
        i++;
    return &table[i];
}

need_t details_with_texts(void)
{
    need_t groups = 0;

    for (size_t i = 0; i < COUNT; i++)
        if (table[i].kind == DETAIL_TEXT)
            groups |= table[i].group;
    return groups;
}

static void *at(struct task_details *to, uint16_t offset)
{
    return (char *)to + offset;
}

static const void *in(const struct task_details *from, uint16_t offset)
{
    return (const char *)from + offset;
}

void detail_set_number(const struct detail *detail, struct task_details *details, int64_t number)
{
    if (detail->size == sizeof(int32_t))
        *(int32_t *)at(details, detail->offset) = (int32_t)number;
    else
        *(int64_t *)at(details, detail->offset) = number;
}

void details_init(struct task_details *details)
{
    *details = (struct task_details){0};
    for (size_t i = 0; i < COUNT; i++) {
        const struct detail *detail = &table[i];

        if (detail->kind == DETAIL_NUMBER)
            detail_set_number(detail, details, detail->none);
        else if (detail->kind == DETAIL_TEXT)
            *(const char **)at(details, detail->offset) = "";
    }
}

int detail_keep(const struct detail *detail, struct task_details *details, struct arena *arena,
                const void *bytes, size_t len)
{
    const bool is_text = detail->kind == DETAIL_TEXT;
    void *copy = is_text ? arena_copy(arena, bytes, len) : arena_alloc(arena, len);

    if (!copy)
        return -ENOMEM;
    if (!is_text)
        memcpy(copy, bytes, len);
    *(const void **)at(details, detail->offset) = copy;
    if (detail->length)
        *(uint32_t *)at(details, detail->length) = (uint32_t)len;
    return 0;
}

static int copy_pointed(const struct detail *detail, struct task_details *to,
                        const struct task_details *from, struct arena *arena)
{
    const void *bytes = *(const void *const *)in(from, detail->offset);
    size_t len = detail->size;

    if (!bytes)
        return 0;
    if (detail->kind == DETAIL_TEXT)
        len = detail->length ? *(const uint32_t *)in(from, detail->length) : strlen(bytes);
    return detail_keep(detail, to, arena, bytes, len);
}

int details_copy(struct task_details *to, const struct task_details *from, need_t groups,
                 struct arena *arena)
{
    int result = 0;

    for (size_t i = 0; i < COUNT && result == 0; i++) {
        const struct detail *detail = &table[i];

        if (!(groups & detail->group))
            continue;
        if (detail->kind == DETAIL_NUMBER)
            memcpy(at(to, detail->offset), in(from, detail->offset), detail->size);
        else
            result = copy_pointed(detail, to, from, arena);
    }
    return result;
}
