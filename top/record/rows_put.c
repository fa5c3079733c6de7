/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/record/rows.h"

#include <string.h>

/* --- numbers and texts --- */

void record_put_number(struct buf *out, uint64_t number)
{
    char bytes[10];
    size_t len = 0;

    for (; number >= RECORD_MORE; number >>= 7)
        bytes[len++] = (char)(number | RECORD_MORE);
    bytes[len++] = (char)number;
    buf_put(out, bytes, len);
}

void record_put_bytes(struct buf *out, const void *bytes, size_t len)
{
    record_put_number(out, bytes ? len + 1 : 0);
    if (bytes)
        buf_put(out, bytes, len);
}

/* --- rows --- */

static unsigned flags_of(const struct task *task)
{
    return (task->kind == TASK_THREAD ? RECORD_FLAG_THREAD : 0U) |
           (task->stat_unread ? RECORD_FLAG_STAT_UNREAD : 0U) |
           (task->is_recalled ? RECORD_FLAG_RECALLED : 0U) |
           (task->knows_exited ? RECORD_FLAG_KNOWS_EXITED : 0U) |
           (task->is_ended ? RECORD_FLAG_ENDED : 0U) |
           (task->has_new_faults ? RECORD_FLAG_NEW_FAULTS : 0U) |
           (task->cpu_not_compared ? RECORD_FLAG_CPU_NOT_COMPARED : 0U);
}

static const void *pointer(const void *record, size_t offset)
{
    return *(const void *const *)record_member(record, offset);
}

static size_t text_length(const struct task_field *field, const void *record)
{
    const char *text = pointer(record, field->offset);
    size_t len = 0;

    if (text && field->length)
        len = *(const uint32_t *)record_member(record, field->length);
    else if (text)
        len = strlen(text);
    return len < RECORD_TEXT_MAX ? len : RECORD_TEXT_MAX;
}

static bool same_text(const struct task_field *field, const void *one, const void *other)
{
    const char *text = pointer(one, field->offset);
    const char *other_text = pointer(other, field->offset);
    const size_t len = text_length(field, one);

    if (!text || !other_text)
        return text == other_text;
    return len == text_length(field, other) && memcmp(text, other_text, len) == 0;
}

/* The string that a record points to; NULL if records of its kind have none. */
static const char *inner_text(const struct task_field *field, const void *pointed)
{
    return pointed && field->text ? pointer(pointed, field->text) : NULL;
}

/* A pointer to a string is the last member of a record that has one. */
static bool same_record(const struct task_field *field, const void *one, const void *other)
{
    const void *a = pointer(one, field->offset), *b = pointer(other, field->offset);

    if (!a || !b)
        return a == b;
    return memcmp(a, b, field->text ? field->text : field->size) == 0 &&
           (!field->text || strcmp(inner_text(field, a), inner_text(field, b)) == 0);
}

static bool same_member(const struct task_field *field, const void *record, const void *base)
{
    switch (field->kind) {
    case FIELD_NUMBER:
        return record_load(record_member(record, field->offset), field->size) ==
               record_load(record_member(base, field->offset), field->size);
    case FIELD_TEXT:
        return same_text(field, record, base);
    case FIELD_RECORD:
        return same_record(field, record, base);
    }
    return false;
}

static void put_member(struct buf *out, const struct task_field *field, const void *record)
{
    const void *pointed;

    switch (field->kind) {
    case FIELD_NUMBER:
        record_put_number(out, record_load(record_member(record, field->offset), field->size));
        break;
    case FIELD_TEXT:
        record_put_bytes(out, pointer(record, field->offset), text_length(field, record));
        break;
    case FIELD_RECORD:
        pointed = pointer(record, field->offset);
        record_put_bytes(out, pointed, field->size);
        if (inner_text(field, pointed))
            record_put_bytes(out, inner_text(field, pointed),
                             strnlen(inner_text(field, pointed), RECORD_TEXT_MAX));
        break;
    }
}

static void put_ended(struct buf *out, const struct task_ended *ended)
{
    record_put_number(out, ended->count);
    record_put_number(out, (uint64_t)ended->lifetime_ns);
    record_put_number(out, ended->interval_ns);
    record_put_bytes(out, ended->by, strlen(ended->by));
    record_put_number(out, (uint64_t)ended->by_pid);
    record_put_number(out, ended->other_comms);
}

/* The state for all rows of a record. */
struct putting {
    struct buf *out;
    need_t have; /* groups of the base's row */
    struct record_blank blank_row;
    struct record_row blank;
    const struct process *process, *wanted_process; /* the last pair compared */
    bool same_process;
    const char *comm, *wanted_comm; /* likewise */
    bool same_comm;
};

/* Rows of exited tasks have a name and sums even if `have` lacks these groups. */
static need_t groups_of(const struct task *task)
{
    return task->have | (task->is_ended ? NEED_STAT | NEED_COMM | NEED_DELTA : NEED_IDS);
}

/*
 * Appends the members that differ from the base's row, each as the distance from the previous one
 * in the table and its value; then 0. Members of groups that the base lacks, or all if `base` is
 * NULL, are compared with an empty row. False if none differs.
 */
static bool put_members(const struct putting *putting, const struct task *wanted,
                        const struct task *base)
{
    const struct record_row row = {wanted, wanted->process, wanted->details};
    struct record_row from = putting->blank;
    const need_t have = groups_of(wanted);
    const struct task_field *field;
    size_t next = 0;

    if (base)
        from = (struct record_row){base, base->process,
                                   base->details ? base->details : putting->blank.details};
    for (size_t i = 0; (field = task_field_at(i)); i++) {
        const struct record_row *before =
            record_has_field(putting->have, field) ? &from : &putting->blank;
        const void *record = record_of(&row, field);

        if (!record_has_field(have, field) || !record ||
            same_member(field, record, record_of(before, field)))
            continue;
        record_put_number(putting->out, i + 1 - next);
        put_member(putting->out, field, record);
        next = i + 1;
    }
    record_put_number(putting->out, 0);
    return next > 0;
}

/*
 * Appends the differences from the base's row, or from an empty one if that is NULL. False: none.
 */
static bool put_row(const struct putting *putting, const struct task *wanted,
                    const struct task *base)
{
    bool differs;

    record_put_number(putting->out, wanted->have ^ putting->have);
    record_put_number(putting->out, flags_of(wanted));
    differs = put_members(putting, wanted, base);
    if (wanted->is_ended)
        put_ended(putting->out, wanted->details->ended);
    return differs || !base || flags_of(wanted) != flags_of(base) || wanted->have != base->have;
}

/* Adjacent rows mostly share a process and a name, so the last comparison is kept. */
static bool points_to_equal(struct putting *putting, const struct task *wanted,
                            const struct task *base)
{
    if (putting->process != base->process || putting->wanted_process != wanted->process) {
        putting->process = base->process;
        putting->wanted_process = wanted->process;
        putting->same_process = memcmp(base->process, wanted->process, sizeof(*base->process)) == 0;
    }
    if (!putting->same_process)
        return false;
    if (putting->comm != base->comm || putting->wanted_comm != wanted->comm) {
        putting->comm = base->comm;
        putting->wanted_comm = wanted->comm;
        putting->same_comm = base->comm && wanted->comm && strcmp(base->comm, wanted->comm) == 0;
    }
    return putting->same_comm;
}

/*
 * A quick check, true only if nothing differs. Most rows of an idle host, without details, pass it:
 * 16,000 rows, of which 320 differ, take 0.3 ms and 5 kB, without it 4 ms and, for read_us, 141 kB.
 * An equal row with other padding only fails it.
 */
static bool is_equal(struct putting *putting, const struct task *wanted, const struct task *base)
{
    struct task like = *wanted;

    like.read_us = base->read_us;
    like.is_recalled = base->is_recalled;
    like.process = base->process;
    like.comm = base->comm;
    return !wanted->details && !wanted->cmdline && !wanted->wchan && !wanted->status &&
           !wanted->addresses &&
           memcmp(record_member(&like, 0), record_member(base, 0), sizeof(like)) == 0 &&
           points_to_equal(putting, wanted, base);
}

/* Appends the number of equal rows so far and the change after them. */
static void put_change(struct buf *out, size_t *equal, enum record_change change)
{
    record_put_number(out, *equal);
    record_put_number(out, change);
    *equal = 0;
}

static void put_insert(const struct putting *putting, size_t *equal, const struct task *wanted)
{
    put_change(putting->out, equal, RECORD_CHANGE_INSERT);
    put_row(putting, wanted, NULL);
}

/* A row in both snapshots; an equal one is only counted. */
static void put_pair(struct putting *putting, size_t *equal, const struct task *wanted,
                     const struct task *base)
{
    size_t start, count;

    if (base->have != putting->have) {
        put_change(putting->out, equal, RECORD_CHANGE_HAVE);
        record_put_number(putting->out, base->have);
        putting->have = base->have;
    }
    if (is_equal(putting, wanted, base)) {
        ++*equal;
        return;
    }
    start = putting->out->len;
    count = *equal;
    if (wanted->start_ns != base->start_ns) {
        put_change(putting->out, equal, RECORD_CHANGE_GONE);
        put_insert(putting, equal, wanted);
        return;
    }
    put_change(putting->out, equal, RECORD_CHANGE_ROW);
    if (!put_row(putting, wanted, base) && !putting->out->failed) {
        buf_truncate(putting->out, start);
        *equal = count + 1;
    }
}

void record_put_rows(struct buf *out, const struct snapshot *base, const struct snapshot *wanted)
{
    struct putting putting = {.out = out, .have = base->count ? base->tasks[0].have : 0};
    size_t at = 0, equal = 0;

    putting.blank = record_blank_init(&putting.blank_row);
    record_put_number(out, putting.have);
    for (size_t i = 0; i < wanted->count && !out->failed; i++) {
        const struct task *task = &wanted->tasks[i];
        const uint64_t key = task_key(task);

        for (; at < base->count && task_key(&base->tasks[at]) < key; at++)
            put_change(out, &equal, RECORD_CHANGE_GONE);
        if (at < base->count && task_key(&base->tasks[at]) == key)
            put_pair(&putting, &equal, task, &base->tasks[at++]);
        else
            put_insert(&putting, &equal, task);
    }
    for (; at < base->count; at++)
        put_change(out, &equal, RECORD_CHANGE_GONE);
    put_change(out, &equal, RECORD_CHANGE_END);
}
