/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/invariant.h"
#include "top/record/rows.h"

/* --- numbers and texts --- */

struct record_reader record_reader_of(const void *bytes, size_t len)
{
    const unsigned char *at = bytes;

    return (struct record_reader){.at = at, .end = at + len};
}

uint64_t record_take_number(struct record_reader *in)
{
    uint64_t number = 0;
    unsigned shift = 0;
    unsigned char byte;

    do {
        INVARIANT(in->at < in->end && shift < 64);
        byte = *in->at++;
        number |= (uint64_t)(byte & ~RECORD_MORE) << shift;
        shift += 7;
    } while (byte & RECORD_MORE);
    return number;
}

const void *record_take_bytes(struct record_reader *in, size_t *len)
{
    const uint64_t size = record_take_number(in);
    const unsigned char *bytes = in->at;

    *len = size ? (size_t)(size - 1) : 0;
    INVARIANT(*len <= (size_t)(in->end - in->at));
    in->at += *len;
    return size ? bytes : NULL;
}

/* --- rows --- */

/* The state for all rows of a record, and the row being built. */
struct taking {
    struct record_reader *in;
    struct snapshot *out;
    need_t have; /* groups of the base's rows, and so of equal ones */
    struct record_blank blank_row;
    struct record_row blank;
    struct task *task;
    struct process process;
    bool has_own_details; /* not the base's */
};

static void set_flags(struct task *task, unsigned flags)
{
    task->kind = flags & RECORD_FLAG_THREAD ? TASK_THREAD : TASK_PROCESS;
    task->stat_unread = flags & RECORD_FLAG_STAT_UNREAD;
    task->is_recalled = flags & RECORD_FLAG_RECALLED;
    task->knows_exited = flags & RECORD_FLAG_KNOWS_EXITED;
    task->is_ended = flags & RECORD_FLAG_ENDED;
    task->has_new_faults = flags & RECORD_FLAG_NEW_FAULTS;
    task->cpu_not_compared = flags & RECORD_FLAG_CPU_NOT_COMPARED;
}

static void *to_set(void *record, size_t offset)
{
    return (char *)record + offset;
}

static void set_pointer(void *record, size_t offset, const void *value)
{
    *(const void **)to_set(record, offset) = value;
}

/* The row's own details, not shared with the base. NULL when memory is short. */
static struct task_details *own_details(struct taking *taking)
{
    const struct task_details *base = taking->task->details;
    struct task_details *details;

    if (taking->has_own_details)
        return taking->task->details;
    taking->task->details = NULL;
    details = snapshot_add_details(taking->out, taking->task);
    if (details && base)
        *details = *base;
    taking->has_own_details = details != NULL;
    return details;
}

static void *record_to_set(struct taking *taking, const struct task_field *field)
{
    switch (field->record) {
    case RECORD_TASK:
        return taking->task;
    case RECORD_PROCESS:
        return &taking->process;
    default:
        return own_details(taking);
    }
}

static int take_record(struct taking *taking, const struct task_field *field, void *record)
{
    size_t len, text_len = 0;
    const void *bytes = record_take_bytes(taking->in, &len);
    const char *text = bytes && field->text ? record_take_bytes(taking->in, &text_len) : NULL;
    int result;

    if (!bytes) {
        set_pointer(record, field->offset, NULL);
        return 0;
    }
    INVARIANT(len == field->size && !text == !field->text);
    result = task_field_keep(field, record, &taking->out->arena, bytes, len);
    if (result == 0 && field->text) {
        text = arena_copy(&taking->out->arena, text, text_len);
        set_pointer(*(void **)to_set(record, field->offset), field->text, text);
        result = text ? 0 : -ENOMEM;
    }
    return result;
}

/* A text among details is never NULL. */
static int take_text(struct taking *taking, const struct task_field *field, void *record)
{
    size_t len;
    const void *bytes = record_take_bytes(taking->in, &len);

    if (bytes)
        return task_field_keep(field, record, &taking->out->arena, bytes, len);
    INVARIANT(field->record != RECORD_DETAILS);
    set_pointer(record, field->offset, NULL);
    return 0;
}

static int take_member(struct taking *taking, const struct task_field *field)
{
    void *record = record_to_set(taking, field);

    if (!record)
        return -ENOMEM;
    if (field->kind == FIELD_TEXT)
        return take_text(taking, field, record);
    if (field->kind == FIELD_RECORD)
        return take_record(taking, field, record);
    record_store(to_set(record, field->offset), field->size, record_take_number(taking->in));
    return 0;
}

static int take_members(struct taking *taking)
{
    size_t next = 0;
    uint64_t gap;
    int result = 0;

    while (result == 0 && (gap = record_take_number(taking->in)) > 0) {
        next += (size_t)gap;
        result = take_member(taking, task_field_at(next - 1));
    }
    return result;
}

/*
 * Members of groups that equal rows lack start as in an empty row: the base's may have been read
 * later.
 */
static int reset_members(struct taking *taking, need_t have)
{
    const need_t groups = have & ~taking->have;
    const struct task_field *field;

    for (size_t i = 0; groups && (field = task_field_at(i)); i++) {
        const size_t size = field->kind == FIELD_NUMBER ? field->size : sizeof(void *);
        void *record;

        if (!(field->need & groups) || record_has_field(taking->have, field))
            continue;
        record = record_to_set(taking, field);
        if (!record)
            return -ENOMEM;
        memcpy(to_set(record, field->offset),
               record_member(record_of(&taking->blank, field), field->offset), size);
    }
    return 0;
}

static int take_ended(struct taking *taking)
{
    struct task_details *details = own_details(taking);
    struct task_ended *ended = arena_alloc(&taking->out->arena, sizeof(*ended));
    const char *by;
    size_t len;

    if (!details || !ended)
        return -ENOMEM;
    ended->count = record_take_number(taking->in);
    ended->lifetime_ns = (int64_t)record_take_number(taking->in);
    ended->interval_ns = record_take_number(taking->in);
    by = record_take_bytes(taking->in, &len);
    ended->by = arena_copy(&taking->out->arena, by, len);
    ended->by_pid = (pid_t)record_take_number(taking->in);
    ended->other_comms = record_take_number(taking->in) != 0;
    details->ended = ended;
    return ended->by ? 0 : -ENOMEM;
}

/* Drops the groups of the base's row that this one lacks. */
static void lose_groups(struct task *task, need_t have)
{
    task->have = have;
    if (!(have & NEED_DETAILS) && !task->is_ended)
        task->details = NULL;
    if (!(have & NEED_CMDLINE)) {
        task->cmdline = NULL;
        task->cmdline_len = 0;
    }
    if (!(have & NEED_WCHAN))
        task->wchan = NULL;
    if (!(have & NEED_STATUS))
        task->status = NULL;
    if (!(have & NEED_ADDRESSES))
        task->addresses = NULL;
}

static int take_equal(struct taking *taking, const struct task *base)
{
    struct task *task = snapshot_add(taking->out);

    if (!task)
        return -ENOMEM;
    *task = *base;
    lose_groups(task, taking->have);
    return 0;
}

/*
 * Builds a row from the base's, or from an empty one if that is NULL, and the members that differ.
 */
static int take_row(struct taking *taking, const struct task *base)
{
    need_t have;
    int result;

    taking->task = snapshot_add(taking->out);
    if (!taking->task)
        return -ENOMEM;
    if (base)
        *taking->task = *base;
    taking->process = *taking->task->process;
    taking->has_own_details = false;
    have = taking->have ^ record_take_number(taking->in);
    set_flags(taking->task, (unsigned)record_take_number(taking->in));
    result = base ? reset_members(taking, have) : 0;
    if (result == 0)
        result = take_members(taking);
    if (result == 0)
        result = snapshot_set_process(taking->out, taking->task, &taking->process);
    if (result == 0 && taking->task->is_ended)
        result = take_ended(taking);
    lose_groups(taking->task, have);
    if (result == 0 && have & NEED_DETAILS && !own_details(taking))
        result = -ENOMEM;
    return result;
}

/* Takes one change and the equal rows before it; `at` is the place in the base. */
static int take_change(struct taking *taking, const struct snapshot *base, size_t *at, bool *ended)
{
    const uint64_t equal = record_take_number(taking->in);
    const uint64_t change = record_take_number(taking->in);
    const size_t used = change == RECORD_CHANGE_GONE || change == RECORD_CHANGE_ROW;
    int result = 0;

    INVARIANT(change <= RECORD_CHANGE_HAVE && equal + used <= base->count - *at);
    for (uint64_t i = 0; i < equal && result == 0; i++)
        result = take_equal(taking, &base->tasks[(*at)++]);
    *ended = change == RECORD_CHANGE_END;
    if (change == RECORD_CHANGE_HAVE)
        taking->have = record_take_number(taking->in);
    if (result == 0 && change == RECORD_CHANGE_INSERT)
        result = take_row(taking, NULL);
    else if (result == 0 && change == RECORD_CHANGE_ROW)
        result = take_row(taking, &base->tasks[*at]);
    *at += used;
    return result;
}

int record_take_rows(struct record_reader *in, struct snapshot *base)
{
    struct snapshot next = *base;
    struct taking taking = {.in = in, .out = &next, .have = record_take_number(in)};
    bool ended = false;
    size_t at = 0;
    int result;

    taking.blank = record_blank_init(&taking.blank_row);
    next.tasks = NULL;
    next.count = next.capacity = 0;
    result = snapshot_expect(&next, base->count);
    while (result == 0 && !ended)
        result = take_change(&taking, base, &at, &ended);
    base->arena = next.arena; /* may have its first block by now */
    base->blank = next.blank;
    if (result < 0) {
        free(next.tasks);
        return result;
    }
    free(base->tasks);
    *base = next;
    return 0;
}
