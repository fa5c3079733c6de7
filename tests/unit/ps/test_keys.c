/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the columns of ps are called in JSON, and what the schema says of them. The arguments are
 * man/ps.1 and schema/ps.schema.json.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/text/names.h"
#include "ps/format/format.h"
#include "tests/unit/manual.h"
#include "tests/unit/run.h"
#include "tests/unit/schema.h"

#define EVERY_WANT (WANT_USER * 2)

static const char *manual_path, *schema_path;
static struct buf manual, schema, error;

/* The columns of all built-in formats, each once. */
static struct format built_in;

static void add(const struct format *format)
{
    for (size_t i = 0; i < format->count; i++) {
        const struct format_item *item = &format->items[i];

        if (item->column && format_find(&built_in, item->column->code) == built_in.count)
            ck_assert_int_eq(format_append(&built_in, *item), 0);
    }
}

/* Of --ended, see ps/grammar/finish.c. */
static const char ended_columns[] = "count,pcpu,time,lifetime,min_flt,user,by,ucmd";

static void set_up(void)
{
    struct format format = {0};
    const char *macro;

    manual_read(manual_path, &manual);
    manual_read(schema_path, &schema);
    for (unsigned wants = 0; wants < EVERY_WANT; wants++) {
        format_fini(&format);
        ck_assert_int_eq(format_compose(&format, wants), 0);
        add(&format);
    }
    for (size_t i = 0; (macro = format_macro_at(i)); i++) {
        format_fini(&format);
        ck_assert_int_eq(format_parse_plain(&format, format_macro_find(macro)), 0);
        add(&format);
    }
    format_fini(&format);
    ck_assert_int_eq(format_parse_plain(&format, ended_columns), 0);
    add(&format);
    format_fini(&format);
}

static void tear_down(void)
{
    format_fini(&built_in);
    buf_fini(&manual);
    buf_fini(&schema);
    buf_fini(&error);
}

FIXTURE(set_up, tear_down);

/* A task whose figures differ, as far as figures that mean something else can. */
static const struct process process = {
    .ppid = 11,
    .pgrp = 12,
    .sid = 13,
    .tpgid = 14,
    .nlwp = 3,
    .rss_kib = 5000,
    .vsize_kib = 90000,
    .stat_vsize_bytes = 90000 * 1024,
    .rss_limit = 1 << 30,
    .tty = 34817,
};
static const struct task_addresses addresses = {.start_stack = 0x7000,
                                                .esp = 0x8000,
                                                .eip = 0x9000,
                                                .start_code = 0x1000,
                                                .end_code = 0x100000};
static const struct task task = {
    .have = ~NEED_IDS,
    .tid = 16,
    .tgid = 15,
    .euid = 17,
    .egid = 18,
    .flags = 0x140,
    .processor = 2,
    .priority = 29,
    .nice = 9,
    .state = 'S',
    .minflt = 21,
    .majflt = 22,
    .utime_ns = 23000000000,
    .stime_ns = 24000000000,
    .start_ns = 25000000000,
    .process = &process,
    .addresses = &addresses,
    .comm = "name",
    .cmdline = "name\0of",
    .cmdline_len = sizeof("name\0of"),
    .wchan = "wait",
};
static const struct system_info sample_host = {
    .realtime_ns = 1795224716000000000,
    .uptime_ns = 100000000000000,
    .mem_total_kib = 1000000,
    .page_kib = 4,
};

/* The key of a column of a built-in format. */
static const char *key_of(const struct column *column)
{
    const struct format_item item = format_item_of(column);

    return format_key(&item);
}

static bool is_nothing(const struct value *value)
{
    return value->kind == VALUE_NONE;
}

static void check_pair(const struct column *a, const struct column *b,
                       const struct column_context *context)
{
    const bool same_key = strcmp(key_of(a), key_of(b)) == 0;
    const struct value first = column_value(a, &task, context);
    const struct value second = column_value(b, &task, context);
    const bool same_unit =
        a->figure->unit == b->figure->unit && (a->align == ALIGN_USER) == (b->align == ALIGN_USER);

    if (same_key)
        ck_assert_msg(same_unit && value_compare(&first, &second) == 0,
                      "%s and %s are not the same", a->code, b->code);
    else if (!is_nothing(&first) && !is_nothing(&second) && same_unit)
        ck_assert_msg(value_compare(&first, &second) != 0, "%s and %s are a fact with two keys",
                      a->code, b->code);
    else
        ck_assert_msg(a->figure != b->figure, "%s and %s have a figure with two keys", a->code,
                      b->code);
}

CASE(a_fact_has_one_key_in_all_built_in_formats)
{
    const struct column_context context = {.system = &sample_host, .names = name_cache_new()};

    ck_assert_uint_gt(built_in.count, 60);
    for (size_t i = 0; i < built_in.count; i++)
        for (size_t j = 0; j < i; j++)
            check_pair(built_in.items[i].column, built_in.items[j].column, &context);
    name_cache_free(context.names);
}

/* The table of the manual has each key that is not the specifier, and what it stands for. */
CASE(manual_has_every_key)
{
    const char *first = strstr(buf_text(&manual), "\n.Sh JSON\n");
    const char *last = strstr(buf_text(&manual), "\n.Sh ENVIRONMENT\n");

    ck_assert(first && last);
    for (size_t i = 0; i < built_in.count; i++) {
        const struct column *column = built_in.items[i].column;
        const char *key = key_of(column);
        struct buf macro = {0};

        buf_printf(&macro, ".It Cm %s Ta Cm ", key);
        ck_assert_msg(strcmp(key, column->code) == 0 ||
                          manual_has_word(first, last, buf_text(&macro), column->code),
                      "'%s%s' is missing in section JSON of man/ps.1", buf_text(&macro),
                      column->code);
        buf_fini(&macro);
    }
}

CASE(a_key_is_a_specifier_and_what_the_user_names)
{
    struct arena arena = {0};
    struct format format = {0};

    for (size_t i = 0; i < built_in.count; i++)
        ck_assert(column_find(key_of(built_in.items[i].column)));
    ck_assert_int_eq(format_parse(&format, "cmd,tname:5=X,Std_f", &arena, &error), 0);
    ck_assert_str_eq(format_key(&format.items[0]), "cmd");
    ck_assert_str_eq(format_key(&format.items[1]), "tname");
    ck_assert_str_eq(format_key(&format.items[2]), "user");
    format_fini(&format);
    ck_assert_int_eq(format_parse(&format, "%n %a", &arena, &error), 0);
    ck_assert_str_eq(format_key(&format.items[0]), "nice");
    format_fini(&format);
    arena_fini(&arena);
}

/* format_macro_find() searches by halves. */
CASE(macros_are_sorted_by_name)
{
    const char *name;

    for (size_t i = 1; (name = format_macro_at(i)); i++)
        ck_assert_str_lt(format_macro_at(i - 1), name);
}

CASE(schema_has_every_column)
{
    const struct column *column;

    for (size_t i = 0; (column = column_at(i)); i++)
        schema_check_column(buf_text(&schema), column->code, column);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return EXIT_FAILURE;
    manual_path = argv[1];
    schema_path = argv[2];
    return run_tests();
}
