/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/text/debug.h"
#include "tests/unit/run.h"

static char path[] = "debug-XXXXXX";
static struct buf why, written;

static void set_up(void)
{
    strcpy(path, "debug-XXXXXX");
    close(mkstemp(path));
}

static void tear_down(void)
{
    debug_topics = 0;
    unlink(path);
    buf_fini(&why);
    buf_fini(&written);
}

FIXTURE(set_up, tear_down);

/* What is in the file; each line is checked to begin with a time, which is left out. */
static const char *read_lines(void)
{
    struct buf text = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    ck_assert_int_eq(buf_read(&text, fd, 4096), 0);
    close(fd);
    for (const char *line = buf_text(&text); *line; line += strcspn(line, "\n") + 1) {
        const size_t time = strspn(line, "0123456789.");

        ck_assert_uint_gt(time, strlen(".000"));
        ck_assert_int_eq(line[time], ' ');
        buf_put(&written, line + time + 1, strcspn(line, "\n") - time);
    }
    buf_fini(&text);
    return buf_text(&written);
}

static int evaluated;

static int evaluate(void)
{
    return ++evaluated;
}

CASE(writes_lines_about_its_topics)
{
    ck_assert_int_eq(debug_begin("source,ledger", path, &why), 0);
    DEBUG(SOURCE, "number %d", evaluate());
    DEBUG(FILES, "number %d", evaluate());
    DEBUG(LEDGER, "number %d", evaluate());
    ck_assert_int_eq(debug_start_ns(DEBUG_BPF), 0);
    ck_assert_int_gt(debug_start_ns(DEBUG_LEDGER), 0);
    ck_assert_str_eq(read_lines(), "source: number 1\nledger: number 2\n");
    ck_assert_int_eq(evaluated, 2);
}

CASE(escapes_text)
{
    ck_assert_int_eq(debug_begin("all", path, &why), 0);
    errno = ENOTTY;
    DEBUG(BPF, "%s", "a\nb\033[31m");
    ck_assert_int_eq(errno, ENOTTY);
    ck_assert_str_eq(read_lines(), "bpf: a?b?[31m\n");
}

CASE(without_a_list_has_all_topics)
{
    ck_assert_int_eq(debug_begin(NULL, path, &why), 0);
    ck_assert_uint_eq(debug_topics, DEBUG_ALL);
    DEBUG(SEARCH, "it");
    ck_assert_str_eq(read_lines(), "search: it\n");
}

CASE(lists_the_topics_if_one_is_unknown)
{
    static const struct {
        const char *list, *word;
    } cases[] = {{"foo", "foo"},         {"", ""},           {"source,", ""},   {",source", ""},
                 {"sources", "sources"}, {"sourc", "sourc"}, {"bpf,x,foo", "x"}};

    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct buf expected = {0};

        buf_printf(&expected,
                   "unknown topic \"%s\"; valid ones are all, source, files, search, bpf, ledger",
                   cases[i].word);
        buf_clear(&why);
        ck_assert_int_eq(debug_begin(cases[i].list, path, &why), -EINVAL);
        ck_assert_str_eq(buf_text(&why), buf_text(&expected));
        ck_assert_uint_eq(debug_topics, 0);
        buf_fini(&expected);
    }
}

CASE(names_a_file_that_cannot_be_opened)
{
    ck_assert_int_eq(debug_begin("all", "/nowhere/file", &why), -ENOENT);
    ck_assert_str_eq(buf_text(&why), "cannot open /nowhere/file: No such file or directory");
    ck_assert_uint_eq(debug_topics, 0);
}
