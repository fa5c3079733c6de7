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

/* The figures of which there are cells: a column's own, or that of an alias. */
static const struct figure *seen[1024];
static int seen_count;

static void collect_figures(void)
{
    static const char mark[] = "CELL(\"";
    const char *at = buf_text(&cells);

    while ((at = strstr(at, mark)) && seen_count < COUNT_OF(seen)) {
        const struct column *column;
        char code[32] = "";

        at += strlen(mark);
        snprintf(code, sizeof(code), "%.*s", (int)strcspn(at, "\""), at);
        column = column_find(code);
        if (!column)
            column = column_find_extra(code);
        if (column)
            seen[seen_count++] = column->figure;
    }
    ck_assert_int_lt(seen_count, COUNT_OF(seen));
}

static bool has_cell(const struct figure *figure)
{
    for (int i = 0; i < seen_count; i++)
        if (seen[i] == figure)
            return true;
    return false;
}

static void check_cells(const struct column *(*at)(size_t index))
{
    const struct column *column;

    for (size_t i = 0; (column = at(i)); i++)
        if (!column->figure->unprintable && !has_cell(column->figure))
            ck_abort_msg(
                "%s has no cell: {CELL(\"%s\", ...)} is missing in tests/unit/test_cell*.c",
                column->code, column->code);
}

START_TEST(every_figure_has_a_cell)
{
    collect_figures();
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
