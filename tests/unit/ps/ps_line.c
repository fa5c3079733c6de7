/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ps/ps_line.h"

#include <string.h>

#include "tests/unit/run.h"

#define WORDS_MAX 16

int ps_line_parse(const char *line, const char *personality, const char *ps_format,
                  struct ps_options *options, struct buf *error)
{
    static char text[512];
    static char program[] = "ps";
    const struct ps_environment environment = {
        .ps_personality = personality,
        .ps_format = ps_format,
        .euid = 1000,
    };
    char *argv[WORDS_MAX + 2] = {program};
    int argc = 1;

    ck_assert_uint_lt(strlen(line), sizeof(text));
    memcpy(text, line, strlen(line) + 1);
    if (*line) {
        char *rest = text;
        char *word;

        while ((word = strsep(&rest, " "))) {
            ck_assert_int_lt(argc, WORDS_MAX);
            argv[argc++] = word;
        }
    }
    ps_options_init(options);
    *error = (struct buf){0};
    return grammar_parse(argc, argv, &environment, options, error);
}

void ps_line_give_back(struct ps_options *options, struct buf *error)
{
    ps_options_fini(options);
    buf_fini(error);
}

void ps_line_tell_format(struct buf *out, const struct format *format)
{
    for (size_t i = 0; i < format->count; i++) {
        const struct format_item *item = &format->items[i];

        if (i > 0)
            buf_putc(out, ',');
        if (!item->column) {
            buf_printf(out, "'%s'", item->header);
            continue;
        }
        buf_puts(out, item->column->code);
        if (item->width != item->column->width)
            buf_printf(out, ":%zu", item->width);
        if (item->fixed_width)
            buf_putc(out, '!');
        if (strcmp(item->header, item->column->header) != 0)
            buf_printf(out, "=%s", item->header);
    }
}

static void tell_selection(struct buf *out, const struct selection *selection)
{
    static const char *const rules[] = {
        "all",
        "tty-not-leader",
        "not-leader",
        "tty",
        "mine",
        "mine-same-tty",
        "mine-any-tty",
        "same-tty",
        "mine-tty-not-leader",
        "mine-not-leader",
    };
    static const char *const lists[] = {
        [SELECT_TGID] = "pid",  [SELECT_PPID] = "ppid", [SELECT_SID] = "sid",
        [SELECT_PGRP] = "pgrp", [SELECT_TTY] = "tty",   [SELECT_EUID] = "euid",
        [SELECT_RUID] = "ruid", [SELECT_EGID] = "egid", [SELECT_RGID] = "rgid",
        [SELECT_COMM] = "comm", [SELECT_ANY_UID] = "?",
    };

    for (int i = 0; i < COUNT_OF(rules); i++)
        if (selection->rules & 1u << i)
            buf_printf(out, "%s ", rules[i]);
    for (size_t i = 0; i < selection->list_count; i++) {
        const struct select_list *list = &selection->lists[i];

        buf_printf(out, "%s", lists[list->by]);
        for (size_t j = 0; j < list->count; j++)
            if (list->by == SELECT_COMM)
                buf_printf(out, "%c%s", j ? ',' : '=', list->values[j].name);
            else
                buf_printf(out, "%c%ju", j ? ',' : '=', (uintmax_t)list->values[j].number);
        buf_putc(out, ' ');
    }
    if (selection->running)
        buf_puts(out, "running ");
    if (selection->negate)
        buf_puts(out, "negated ");
}

/* All other options that differ from their defaults. */
static void tell_rest(struct buf *out, const struct ps_options *options)
{
    static const char *const rows[] = {"", "threads ", "both "};
    static const char *const trees[] = {"", "branches ", "indented "};
    static const char *const headings[] = {"", "no-heading ", "pages "};

    if (options->only) {
        buf_puts(out, "only");
        for (size_t i = 0; i < options->only_count; i++)
            buf_printf(out, "%c%d", i ? ',' : '=', (int)options->only[i]);
        buf_putc(out, ' ');
    }
    for (size_t i = 0; i < options->sort_count; i++)
        buf_printf(out, "%s%c%s", i ? "" : "sort=", options->sort[i].descending ? '-' : '+',
                   options->sort[i].column->code);
    if (options->sort_count > 0)
        buf_putc(out, ' ');
    buf_puts(out, rows[options->rows]);
    buf_puts(out, trees[options->tree]);
    buf_puts(out, headings[options->heading]);
    for (size_t i = 0; i < options->group_keys.count; i++)
        buf_printf(out, "%s%s%s", i ? "," : "by=", options->group_keys.items[i].column->code,
                   i + 1 < options->group_keys.count ? "" : " ");
    if (options->output != OUTPUT_TEXT)
        buf_puts(out, options->output == OUTPUT_JSON ? "json " : "json=lines ");
    if (options->columns)
        buf_printf(out, "columns=%zu ", options->columns);
    if (options->lines)
        buf_printf(out, "lines=%zu ", options->lines);
    if (options->wide)
        buf_printf(out, "wide=%u ", options->wide);
    buf_puts(out, options->numeric_ids ? "numeric " : "");
    buf_puts(out, options->cumulative ? "cumulative " : "");
    buf_puts(out, options->bare_command ? "bare " : "");
    buf_puts(out, options->with_environ ? "environ " : "");
    if (options->procfs)
        buf_printf(out, "procfs=%s ", options->procfs);
    if (options->source)
        buf_printf(out, "source=%s ", options->source);
}

void ps_line_tell_choice(struct buf *out, const struct ps_options *options)
{
    tell_selection(out, &options->selection);
    tell_rest(out, options);
}

void ps_line_check(const char *line, const struct buf *actual, const char *expected)
{
    struct buf trimmed = {0};

    buf_puts(&trimmed, buf_text(actual));
    while (trimmed.len > 0 && trimmed.data[trimmed.len - 1] == ' ')
        buf_truncate(&trimmed, trimmed.len - 1);
    ck_assert_msg(strcmp(buf_text(&trimmed), expected) == 0, "ps %s:\n     got %s\nexpected %s",
                  line, buf_text(&trimmed), expected);
    buf_fini(&trimmed);
}
