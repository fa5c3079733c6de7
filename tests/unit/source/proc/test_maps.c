/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines of /proc/PID/maps. */
#include "lib/source/proc/parse/parse.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/run.h"

static const struct {
    const char *line;
    uint64_t start, end, offset;
    uint64_t device, inode;
    bool executable, shared;
    const char *path;
} lines[] = {
    {"7f00-7f10 r-xp 00026000 08:01 1234                       /usr/lib/libc.so.6\n", 0x7f00,
     0x7f10, 0x26000, UINT64_C(8) << 32 | 1, 1234, true, false, "/usr/lib/libc.so.6"},
    {"55d0c0000000-55d0c0001000 r--p 00000000 00:00 0 \n", 0x55d0c0000000, 0x55d0c0001000, 0, 0, 0,
     false, false, ""},
    {"7ffc0-7ffc1 rw-p 0 00:00 0 [stack]", 0x7ffc0, 0x7ffc1, 0, 0, 0, false, false, "[stack]"},
    {"ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]\n", 0xffffffffff600000,
     0xffffffffff601000, 0, 0, 0, true, false, "[vsyscall]"},
    {"1-2 r-xs 3 00:01 4 /a b (deleted)\n", 1, 2, 3, 1, 4, true, true, "/a b (deleted)"},
    {"1-2 r-xp 3 00:01 4", 1, 2, 3, 1, 4, true, false, ""},
};

LOOP(lines_of_kernels, COUNT_OF(lines))
{
    const char *line = lines[_i].line;
    struct mapping mapping;

    ck_assert(maps_parse(line, strlen(line), &mapping));
    ck_assert_uint_eq(mapping.start, lines[_i].start);
    ck_assert_uint_eq(mapping.end, lines[_i].end);
    ck_assert_uint_eq(mapping.offset, lines[_i].offset);
    ck_assert_uint_eq(mapping.device, lines[_i].device);
    ck_assert_uint_eq(mapping.inode, lines[_i].inode);
    ck_assert_int_eq(mapping.executable, lines[_i].executable);
    ck_assert_int_eq(mapping.shared, lines[_i].shared);
    ck_assert_uint_eq(mapping.path_len, strlen(lines[_i].path));
    ck_assert_mem_eq(mapping.path, lines[_i].path, mapping.path_len);
}

static const char *const others[] = {
    "",
    "\n",
    "1",
    "1-",
    "1-2",
    "1-2 ",
    "1-2 r-xp",
    "1-2 r-xp ",
    "1-2 r-xp 3",
    "x-2 r-xp 3 0 0",
    "2-1 r-xp 3 00:01 4 /file",
    "1 2 r-xp 3 00:01 4 /file",
    "1-2 r 3 00:01 4",
};

LOOP(other_lines, COUNT_OF(others))
{
    struct mapping mapping;

    ck_assert_msg(!maps_parse(others[_i], strlen(others[_i]), &mapping), "taken: '%s'", others[_i]);
}

/* Nothing behind the length is looked at. */
CASE(a_line_ends_where_its_length_says)
{
    static const char line[] = "1-2 r-xp 3 00:01 4 /name";
    struct mapping mapping;

    for (size_t len = 0; len <= strlen(line); len++) {
        char *exact = malloc(len + 1);

        ck_assert_ptr_nonnull(exact);
        memcpy(exact, line, len);
        if (maps_parse(exact, len, &mapping))
            ck_assert_uint_le((size_t)(mapping.path + mapping.path_len - exact), len);
        free(exact);
    }
}
