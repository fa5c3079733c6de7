/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every column is where it has to be: in the manual, and in a table of cells. The arguments are
 * man/ps.1 and the sources of the tests that have such tables.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/column/column.h"
#include "lib/text/buf.h"
#include "tests/unit/run.h"

static struct buf manual, cells;
static char **paths; /* of the manual, then of the tests; NULL behind the last */

static void read_whole(const char *path, struct buf *text)
{
    FILE *file = fopen(path, "r");
    char part[4096];
    size_t len;

    ck_assert_msg(file, "cannot open %s", path);
    while ((len = fread(part, 1, sizeof(part), file)) > 0)
        buf_put(text, part, len);
    fclose(file);
    ck_assert(!text->failed);
}

/* Whether a line of the text between `first` and `last` that begins with `macro` has this word. */
static bool has_word(const char *first, const char *last, const char *macro, const char *word)
{
    const size_t len = strlen(word);

    for (const char *line = first; line < last; line += strcspn(line, "\n") + 1) {
        const char *end = line + strcspn(line, "\n");

        if (strncmp(line, macro, strlen(macro)) != 0)
            continue;
        for (const char *at = line + strlen(macro); at < end; at += strspn(at, " ,")) {
            const size_t part = strcspn(at, " ,\n");

            if (part == len && strncmp(at, word, len) == 0)
                return true;
            at += part;
        }
    }
    return false;
}

START_TEST(manual_has_every_column)
{
    const char *first = strstr(buf_text(&manual), "\n.Sh SPECIFIERS\n");
    const char *last = strstr(buf_text(&manual), "\n.Sh SUMMARIES\n");
    const struct column *column;

    ck_assert(first && last);
    for (size_t i = 0; (column = column_at(i)); i++) {
        const char *macro = column->figure->unprintable ? ".Cm " : ".It Cm ";

        if (!has_word(first, last, macro, column->code))
            ck_abort_msg("%s is not in the manual: a line '%s%s' is missing in man/ps.1",
                         column->code, macro, column->code);
    }
}
END_TEST

static bool has_cell(const char *code)
{
    char cell[64];

    snprintf(cell, sizeof(cell), "CELL(\"%s\",", code);
    return strstr(buf_text(&cells), cell);
}

/* A column's own cell, or that of another with the same figure. */
static bool has_some_cell(const struct column *wanted)
{
    const struct column *column;

    for (size_t i = 0; (column = column_at(i)); i++)
        if (column->figure == wanted->figure && has_cell(column->code))
            return true;
    return has_cell(wanted->code);
}

static void check_cells(const struct column *(*at)(size_t index))
{
    const struct column *column;

    for (size_t i = 0; (column = at(i)); i++)
        if (!column->figure->unprintable && !has_some_cell(column))
            ck_abort_msg(
                "%s has no cell: {CELL(\"%s\", ...)} is missing in tests/unit/test_cell*.c",
                column->code, column->code);
}

START_TEST(every_figure_has_a_cell)
{
    check_cells(column_at);
    check_cells(column_extra_at);
}
END_TEST

static void set_up(void)
{
    read_whole(paths[0], &manual);
    for (char **path = paths + 1; *path; path++)
        read_whole(*path, &cells);
}

static void tear_down(void)
{
    buf_fini(&manual);
    buf_fini(&cells);
}

int main(int argc, char **argv)
{
    Suite *suite = suite_create("column listed");
    TCase *tests = tcase_create("column listed");

    if (argc < 3)
        return EXIT_FAILURE;
    paths = argv + 1;
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, manual_has_every_column);
    tcase_add_test(tests, every_figure_has_a_cell);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
