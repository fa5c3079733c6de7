/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table as a whole. What the cells say is in test_cell.c, what values are in test_value.c. */
#include <stdbool.h>
#include <string.h>

#include "lib/column/family.h"
#include "lib/task/fields.h"
#include "lib/text/names.h"
#include "tests/unit/run.h"

static size_t column_count(void)
{
    size_t count = 0;

    while (column_at(count))
        count++;
    return count;
}

CASE(every_column_is_found)
{
    size_t count = column_count();

    ck_assert_uint_gt(count, 200);
    for (size_t i = 1; i < count; i++)
        ck_assert_msg(strcmp(column_at(i - 1)->code, column_at(i)->code) < 0,
                      "the row of %s is not in the order of codes: %s stands before it",
                      column_at(i)->code, column_at(i - 1)->code);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(column_find(column_at(i)->code) == column_at(i), "%s is not found",
                      column_at(i)->code);
    ck_assert_ptr_null(column_at(count));
    ck_assert_ptr_null(column_at(count + 1));
}

CASE(others_are_not_found)
{
    static const char *const codes[] = {"", "pi", "pidd", "PID", "pid ", "~", "zzz"};

    for (int i = 0; i < COUNT_OF(codes); i++)
        ck_assert_msg(!column_find(codes[i]), "'%s' is no column", codes[i]);
}

/* Those that are no specifiers of ps are found by a way of their own. */
CASE(extra_columns_are_apart)
{
    for (size_t i = 0; i < column_unlisted.count; i++) {
        const struct column *column = &column_unlisted.columns[i];

        ck_assert_msg(column_find_unlisted(column->code) == column, "%s is there twice",
                      column->code);
        ck_assert_msg(!column_find(column->code), "%s is a specifier too", column->code);
        ck_assert_msg(column->width > 0 && *column->header && *column->figure->help,
                      "%s is not complete", column->code);
    }
    ck_assert_ptr_null(column_find_unlisted("pid"));
}

/* Headings of other programs' columns, wider than these are. */
static bool may_be_narrow(const char *code)
{
    static const char *const codes[] = {"oomadj", "rbytes",  "rchars",
                                        "wbytes", "wcbytes", "wchars"};

    for (int i = 0; i < COUNT_OF(codes); i++)
        if (strcmp(code, codes[i]) == 0)
            return true;
    return false;
}

CASE(every_row_is_complete)
{
    for (size_t i = 0; column_at(i); i++) {
        const struct column *column = column_at(i);
        const struct figure *figure = column->figure;
        size_t help_len = figure->help ? strlen(figure->help) : 0;

        ck_assert_msg(figure->value || figure->member.type || figure->unprintable,
                      "%s has neither a member nor a value", column->code);
        ck_assert_msg(column->width > 0, "%s has no width", column->code);
        ck_assert_msg(strlen(column->header) > 0, "%s has no header", column->code);
        ck_assert_msg(strlen(column->header) <= column->width || figure->unprintable ||
                          may_be_narrow(column->code),
                      "%s: '%s' is wider than the column", column->code, column->header);
        ck_assert_msg(help_len > 0, "%s has no help", column->code);
        ck_assert_msg(figure->help[help_len - 1] != '.' && !strchr(figure->help, '\n'),
                      "%s: '%s' has a full stop or more than one line", column->code, figure->help);
        /* What needs nothing but the ids is of them or of ended tasks, shows nothing, or is a
         * sample. */
        if (figure->need == NEED_IDS)
            ck_assert_msg(figure->pid_width || figure->unprintable || column->code[0] == '_' ||
                              figure->of_ended,
                          "%s needs nothing", column->code);
        /* Such figures are never printed as they are. */
        if (figure->unit == UNIT_PERCENT || figure->unit == UNIT_NS ||
            figure->unit == UNIT_EPOCH_NS || figure->unit == UNIT_BITS)
            ck_assert_msg(figure->put, "%s has a unit that takes a text of its own", column->code);
        if (figure->sum != SUM_NONE)
            ck_assert_msg(figure->unit != UNIT_EPOCH_NS && figure->unit != UNIT_BITS,
                          "%s cannot be added up", column->code);
    }
}

/* The row of a member of the three records that the table has; NULL if it has none. */
static const struct task_field *field_of(const struct member *member)
{
    const struct task_field *field = NULL;

    for (size_t i = 0; (field = task_field_at(i)); i++)
        if (field->record == (enum record)member->record && field->offset == member->offset)
            break;
    return field;
}

/* What has to be read for a member to say something; 0 where several groups have it. */
static need_t need_of(const struct member *member)
{
    const struct task_field *field = field_of(member);

    switch ((enum record)member->record) {
    case RECORD_TASK:
    case RECORD_PROCESS:
        return field && !(field->need & (field->need - 1)) ? field->need : 0;
    case RECORD_DETAILS:
        return field ? field->need : NEED_DETAILS;
    case RECORD_STATUS:
        return NEED_STATUS;
    case RECORD_ADDRESSES:
        return NEED_ADDRESSES;
    case RECORD_IO:
        return NEED_IO;
    case RECORD_SMAPS:
        return NEED_SMAPS;
    }
    return 0;
}

/*
 * A column of a group of details shows nothing of a task in which nothing of that group could be
 * read, such as one of an older kernel.
 */
static void check_unread(const struct column *column, const struct task *unread)
{
    const struct column_context context = {.system = &(struct system_info){0}};
    const struct value value = column_value(column, unread, &context);

    ck_assert_msg(value.kind == VALUE_NONE,
                  "%s shows something that was not read: compare its .as with .none in "
                  "lib/task/fields.c",
                  column->code);
}

static void check_need(const struct column *column, const struct task *unread)
{
    const struct figure *figure = column->figure;
    const need_t need = need_of(&figure->member) | need_of(&figure->sort);
    const need_t of_details = figure->need & NEED_DETAILS;
    need_t read = 0;

    for (size_t i = 0; task_field_at(i); i++)
        read |= task_field_at(i)->need;
    ck_assert_msg((of_details & read) == of_details,
                  "%s needs what nobody reads: a row in lib/task/fields.c is missing",
                  column->code);
    ck_assert_msg((figure->need & need) == need, "%s does not need what it shows", column->code);
    if (of_details)
        check_unread(column, unread);
}

CASE(every_row_needs_what_it_shows)
{
    struct task_details details;
    const struct task unread = {.process = &process_none, .details = &details};
    const struct column *column;

    fields_init_details(&details);
    for (size_t i = 0; (column = column_at(i)); i++)
        check_need(column, &unread);
    for (size_t i = 0; i < column_unlisted.count; i++)
        check_need(&column_unlisted.columns[i], &unread);
}

/* Groups are told apart by their bits. */
CASE(every_detail_is_a_group)
{
    const struct task_field *field;
    need_t before = 0;

    for (size_t i = 0; (field = task_field_at(i)) && field->record == RECORD_DETAILS; i++) {
        const bool goes_on = i > 0 && field->need == task_field_at(i - 1)->need;

        ck_assert_msg(field->need && !(field->need & (field->need - 1)) &&
                          (field->need & NEED_DETAILS) == field->need,
                      "row %zu of lib/task/fields.c (file %s) is not one bit of NEED_DETAILS", i,
                      field->file ? field->file : "none");
        ck_assert_msg(goes_on || !(before & field->need),
                      "row %zu of lib/task/fields.c (file %s) has the bit of another one", i,
                      field->file ? field->file : "none");
        before |= field->need;
    }
}

/*
 * A task of which nothing could be read but its id, as when it vanished between two reads: every
 * column has something to show, and asks for no figure that is not there.
 */
CASE(every_column_accepts_a_bare_task)
{
    static const struct task bare = {.process = &process_none, .tid = 7, .tgid = 7};
    static const struct system_info system_info = {0};
    struct column_context context = {.system = &system_info, .names = name_cache_new()};
    const struct cell cell = {.context = &context, .tree_prefix = "", .width = 8, .room = SIZE_MAX};

    for (size_t i = 0; column_at(i); i++) {
        const struct column *column = column_at(i);
        struct buf out = {0};

        column_format(&out, column, &bare, &cell);
        ck_assert(!out.failed);
        if (column->figure->unprintable)
            ck_assert_str_eq(buf_text(&out), "-");
        else
            ck_assert_msg(out.len > 0, "%s is empty", column->code);
        (void)column_value(column, &bare, &context);
        (void)column_sort_value(column, &bare, &context);
        buf_fini(&out);
    }
    name_cache_free(context.names);
}
