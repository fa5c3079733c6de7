/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every column is where it has to be: in the manual, and in a table of cells. The arguments are
 * man/ps.1 and the sources of the tests that have such tables.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/buf.h"
#include "lib/column/family.h"
#include "tests/unit/manual.h"
#include "tests/unit/run.h"

static struct buf manual, cells;
static char **paths; /* of the manual, then of the tests; NULL behind the last */

static void set_up(void)
{
    manual_read(paths[0], &manual);
    for (char **path = paths + 1; *path; path++)
        manual_read(*path, &cells);
}

static void tear_down(void)
{
    buf_fini(&manual);
    buf_fini(&cells);
}

FIXTURE(set_up, tear_down);

CASE(manual_has_every_column)
{
    const char *first = strstr(buf_text(&manual), "\n.Sh SPECIFIERS\n");
    const char *last = strstr(buf_text(&manual), "\n.Sh SUMMARIES\n");
    const struct column *column;

    ck_assert(first && last);
    for (size_t i = 0; (column = column_at(i)); i++) {
        const char *macro = column->figure->unprintable ? ".Cm " : ".It Cm ";

        if (!manual_has_word(first, last, macro, column->code))
            ck_abort_msg("%s is not in the manual: a line '%s%s' is missing in man/ps.1",
                         column->code, macro, column->code);
    }
}

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
            column = column_find_unlisted(code);
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

static void check_cells(const struct column *column)
{
    if (!column->figure->unprintable && !has_cell(column->figure))
        ck_abort_msg(
            "%s has no cell: {CELL(\"%s\", ...)} is missing in tests/unit/column/test_cell*.c",
            column->code, column->code);
}

CASE(every_figure_has_a_cell)
{
    const struct column *column;

    collect_figures();
    for (size_t i = 0; (column = column_at(i)); i++)
        check_cells(column);
    for (size_t i = 0; i < column_unlisted.count; i++)
        check_cells(&column_unlisted.columns[i]);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return EXIT_FAILURE;
    paths = argv + 1;
    return run_tests();
}
