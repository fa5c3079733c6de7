/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of any length, whole or line by line. */
#include "lib/source/proc/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/run.h"
#include "tests/unit/tree.h"

#define LINES 5000 /* far more than are read at once */

struct seen {
    size_t lines;
    size_t wanted; /* the last one to see; 0: all */
    int then;      /* what is said of that */
};

static int see_number(void *context, const char *line, size_t len)
{
    struct seen *seen = context;
    char number[32];

    snprintf(number, sizeof(number), "line %zu", seen->lines++);
    ck_assert_uint_eq(len, strlen(number));
    ck_assert_mem_eq(line, number, len);
    ck_assert_int_eq(line[len], '\n');
    return seen->lines == seen->wanted ? seen->then : 0;
}

static struct tree tree;
static int dir = -1;

static void set_up(void)
{
    char text[LINES * 16];
    size_t len = 0;

    tree_init(&tree);
    for (int i = 0; i < LINES; i++)
        len += (size_t)snprintf(text + len, sizeof(text) - len, "line %d\n", i);
    snprintf(text + len, sizeof(text) - len, "unfinished");
    tree_put(&tree, "lines", text);
    dir = open(tree.path, O_PATH | O_CLOEXEC);
    ck_assert_int_ge(dir, 0);
}

static void tear_down(void)
{
    close(dir);
    tree_fini(&tree);
}

FIXTURE(set_up, tear_down);

static const struct {
    size_t wanted;
    int then;
    int result;
    size_t lines;
} ends[] = {
    {0, 0, 0, LINES},
    {1, 1, 0, 1},
    {LINES / 2, 1, 0, LINES / 2},
    {3, -ENOMEM, -ENOMEM, 3},
};

LOOP(lines_are_seen_until_no_more_are_wanted, COUNT_OF(ends))
{
    struct seen seen = {.wanted = ends[_i].wanted, .then = ends[_i].then};

    ck_assert_int_eq(read_each_line(dir, "lines", see_number, &seen), ends[_i].result);
    ck_assert_uint_eq(seen.lines, ends[_i].lines);
}

CASE(lines_that_are_too_long_end_a_file)
{
    char text[READ_LINE_MAX + 64];
    struct seen seen = {0};

    snprintf(text, sizeof(text), "line 0\n%0*d\nline 1\n", (int)READ_LINE_MAX, 0);
    tree_put(&tree, "long", text);
    ck_assert_int_eq(read_each_line(dir, "long", see_number, &seen), 0);
    ck_assert_uint_eq(seen.lines, 1);
}

CASE(what_cannot_be_read_is_an_error)
{
    struct seen seen = {0};

    ck_assert_int_eq(read_each_line(dir, "missing", see_number, &seen), -ENOENT);
    ck_assert_int_eq(read_each_line(dir, ".", see_number, &seen), -EISDIR);
    ck_assert_uint_eq(seen.lines, 0);
}

/* Writes `count` words of `len` bytes, each with `end` behind it, but for the last. */
static void put_words(const char *path, size_t count, size_t len, char end)
{
    char full[128];
    FILE *file;
    int closed;

    snprintf(full, sizeof(full), "%s/%s", tree.path, path);
    file = fopen(full, "w");
    ck_assert_ptr_nonnull(file);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%0*zu%c", (int)len, i, i + 1 < count ? end : 'x');
    closed = fclose(file);
    ck_assert_int_eq(closed, 0);
}

static const struct {
    size_t count, len;
    ssize_t result;
} wholes[] = {
    {1, 10, 11},
    {40, 4095, (ssize_t)40 * 4096}, /* more than 128 KiB */
    {8, BYTES_PER_MIB - 1, READ_LIMIT},
    {9, BYTES_PER_MIB - 1, -EFBIG},
    {1, READ_LIMIT + 1, -EFBIG},
};

LOOP(files_are_read_to_their_end_or_refused, COUNT_OF(wholes))
{
    struct read_buffer buffer = {0};
    ssize_t result;

    put_words("whole", wholes[_i].count, wholes[_i].len, '\0');
    result = read_file(&buffer, dir, "whole");
    ck_assert_int_eq(result, wholes[_i].result);
    ck_assert_int_eq(buffer.data[result < 0 ? (ssize_t)READ_LIMIT : result], '\0');
    read_buffer_fini(&buffer);
}

static const struct {
    const char *word;
    size_t count;
    ssize_t result;
} strings[] = {
    {"word", 3, 15},
    {"0123456", STRINGS_LIMIT / 8, STRINGS_LIMIT},
    {"0123456", STRINGS_LIMIT / 8 + 1, STRINGS_LIMIT},
    {"0123456789", STRINGS_LIMIT / 8, STRINGS_LIMIT}, /* the last one is cut */
    /* A single string, whose last character is cut, or not. */
    {"\xe2\x82\xac", 0, STRINGS_LIMIT / 3 * 3},
    {"\xc3\xa9", 0, STRINGS_LIMIT},
    {"\xf0\x9f\x98\x80", 0, STRINGS_LIMIT},
    {"x", 0, STRINGS_LIMIT},
    {"\x80", 0, STRINGS_LIMIT},
};

LOOP(strings_are_read_up_to_their_limit, COUNT_OF(strings))
{
    const size_t count = strings[_i].count ? strings[_i].count : STRINGS_LIMIT + 1;
    struct read_buffer buffer = {0};
    char path[128];
    FILE *file;

    snprintf(path, sizeof(path), "%s/strings", tree.path);
    file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    for (size_t i = 0; i < count; i++)
        fwrite(strings[_i].word, 1, strlen(strings[_i].word) + (strings[_i].count > 0), file);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(read_strings(&buffer, dir, "strings"), strings[_i].result);
    read_buffer_fini(&buffer);
}
