/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "lib/text/nearest.h"
#include "tests/unit/run.h"

static const char *const names[] = {"forest", "format", "fname", "pcpu", "pid",
                                    "ppid",   "rss",    "tname", "tty",  "uname"};

static const struct {
    const char *word;
    const char *near;
} cases[] = {
    {"forst", "forest"},
    {"foresst", "forest"},
    {"ofrest", "forest"},
    {"FOREST", "forest"},
    {"farest", "forest"},
    {"formt", "format"},
    {"nme", "fname,tname,uname"},
    {"rs", "rss"},
    {"rsx", "rss"},
    {"pdi", "pid"},
    {"pidd", "pid"},
    {"ty", "tty"},
    {"cpu", "pcpu"},
    {"pid", "pid"},
    {"", ""},
    {"x", ""},
    {"p", ""},
    {"xyz", ""},
    {"nothing", ""},
    {"\xff\xfe\xfd", ""},
    {"forestforestforestforestforestforest", ""},
};

static void put_nearest(struct buf *out, const char *word, size_t len)
{
    struct nearest nearest;

    nearest_begin(&nearest, word, len);
    for (int i = 0; i < COUNT_OF(names); i++)
        nearest_offer(&nearest, names[i]);
    for (size_t i = 0; i < nearest.count; i++)
        buf_printf(out, "%s%s", i ? "," : "", nearest.names[i]);
}

LOOP(finds, COUNT_OF(cases))
{
    struct buf found = {0};

    put_nearest(&found, cases[_i].word, strlen(cases[_i].word));
    BUF_CHECK(&found, cases[_i].near);
}

CASE(reads_only_the_word)
{
    struct buf found = {0};

    put_nearest(&found, "forst=1", strlen("forst"));
    BUF_CHECK(&found, "forest");
}

CASE(leaves_out_long_names)
{
    struct nearest nearest;

    nearest_begin(&nearest, "forest", strlen("forest"));
    nearest_offer(&nearest, "a-name-of-more-than-thirty-two-bytes");
    ck_assert_uint_eq(nearest.count, 0);
}

CASE(quotes)
{
    struct buf out = {0};
    struct nearest nearest;

    nearest_begin(&nearest, "nme", strlen("nme"));
    nearest_offer(&nearest, "fname");
    nearest_offer(&nearest, "uname");
    nearest_put(&out, &nearest, "--", '\'');
    BUF_CHECK(&out, "'--fname', '--uname'");
}
