/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cells of names, command lines and control groups. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/column/cell_fixture.h"
#include "tests/unit/run.h"

FIXTURE(cell_fixture_setup, cell_fixture_teardown);

#define BYTES(bytes) .cmdline = (bytes), .cmdline_len = sizeof(bytes) - 1
#define ENV(bytes)   DETAILS(.environ = (bytes), .environ_len = sizeof(bytes) - 1)

static const struct cell_case command_cases[] = {
    {CELL("args", "/bin/foo -a b c"), .task = {.comm = "foo", BYTES("/bin/foo\0-a\0b c\0")}},
    {CELL("args", "a   b"), .task = {.comm = "foo", BYTES("a\0\0\0b\0\0")}},
    {CELL("args", "title with spaces  "),
     .task = {.comm = "foo", BYTES("title with spaces  \0\0\0")}},
    {CELL("args", "no nul"), .task = {.comm = "foo", BYTES("no nul")}},
    {CELL("args", "two lines ?[m"), .task = {.comm = "foo", BYTES("two\nlines\0\033[m\0")}},
    {CELL("args", "-"), .task = {.comm = "foo", BYTES("\0\0")}},
    {CELL("args", "[foo]"), .task = {.comm = "foo"}},
    {CELL("args", "[-]")},
    {CELL("comm", "-")},
    {CELL("comm", ""), .task = {.comm = ""}},
    {CELL("cmd", "[a) R (b]"), .task = {.comm = "a) R (b"}},
    {CELL("command", "[foo] <defunct>"), .task = {.comm = "foo", .state = 'Z'}},
    {CELL("args", "[foo] <de"), .task = {.comm = "foo", .state = 'Z'}, .room = 9},
    {CELL("args", "foo"), .task = {.comm = "foo", BYTES("/bin/foo\0-a\0")}, .modes = "c"},
    {CELL("args", "/bin/foo "), .task = {.comm = "foo", BYTES("/bin/foo\0-a\0")}, .room = 9},
    {CELL("args", "a X=1 Y= 2"), .task = {.comm = "foo", BYTES("a\0"), ENV("X=1\0Y=\n2\0")},
     .modes = "e"},
    {CELL("args", "a X="), .task = {.comm = "foo", BYTES("a\0"), ENV("X=1\0Y=2\0")}, .modes = "e",
     .room = 4},
    {CELL("args", "a"), .task = {.comm = "foo", BYTES("a\0"), ENV("X=1\0")}, .modes = "e",
     .room = 2},
    {CELL("args", "a"), .task = {.comm = "foo", BYTES("a\0")}, .modes = "e"},
    {CELL("comm", "foo"), .task = {.comm = "foo"}},
    {CELL("comm", "foo <defunct>"), .task = {.comm = "foo", .state = 'Z'}},
    {CELL("ucmd", "foo X=1"), .task = {.comm = "foo", ENV("X=1\0")}, .modes = "e"},
    {CELL("comm", "a?b?"), .task = {.comm = "a\tb\x80"}},
    {CELL("fname", "verylong"), .task = {.comm = "verylongname", .state = 'Z'}},
    {CELL("fname", "very"), .task = {.comm = "verylongname"}, .room = 4},
    {CELL("environ", "A=1 B=2"), .task = {ENV("A=1\0B=2\0")}},
    {CELL("environ", "-")},
    {CELL("args", "     \\_ [b]"), .task = {.comm = "b"}, .tree = "     \\_ ", .tree_step = 4},
    {CELL("args", "     \\_ [b"), .task = {.comm = "bar"}, .tree = "     \\_ ", .tree_step = 4,
     .room = 10},
    {CELL("args", "    [ba"), .task = {.comm = "bar"}, .tree = "     \\_ ", .tree_step = 4,
     .room = 7},
    {CELL("args", "[ba"), .task = {.comm = "bar"}, .tree = " \\_ ", .tree_step = 4, .room = 3},
    {CELL("comm", "  bar"), .task = {.comm = "bar"}, .tree = "  ", .tree_step = 2},
    {CELL("fname", " \\_ b"), .task = {.comm = "bar"}, .tree = " \\_ ", .tree_step = 4, .room = 5},
};

#define HEX64 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define POD   "0c1d2e3f-4a5b-6c7d-8e9f-0a1b2c3d4e5f"

static const struct cell_case container_cases[] = {
    {CELL("cgroup", "-"), .task = {DETAILS(.cgroup = "")}},
    {CELL("cgroup", "0::/a?,1:b:/c"), .task = {DETAILS(.cgroup = "0::/a\033\n1:b:/c")}},
    {CELL("cgroup", "2:a:/b,1"), .task = {DETAILS(.cgroup = "2:a:/b\n1:b:/c")}, .room = 8},
    {CELL("cgroup", "2:a:/b"), .task = {DETAILS(.cgroup = "2:a:/b\n1:b:/c")}, .room = 6},
    {CELL("cgroup", "0::/"), .task = {DETAILS(.cgroup = "0::/abc")}, .room = 4},
    {CELL("cgname", "-"), .task = {DETAILS(.cgroup = "")}},
    {CELL("cgname", "0::/abc"), .task = {DETAILS(.cgroup = "0::/abc")}},
    {CELL("cgname", "systemd:/b c,0::/d"),
     .task = {DETAILS(.cgroup = "12:pids:/a\n11:name=systemd:/b c\n0::/d")}},
    {CELL("lxc", "web"), .task = {DETAILS(.cgroup = "0::/lxc.payload.web/init.scope")}},
    {CELL("lxc", "web2"), .task = {DETAILS(.cgroup = "0::/lxc.payload/web2\n1:x:/y")}},
    {CELL("lxc", "web3"), .task = {DETAILS(.cgroup = "3:cpu:/lxc/web3/x")}},
    {CELL("lxc", "-"), .task = {DETAILS(.cgroup = "0::/lxc.monitor.web")}},
    {CELL("docker", "0123456789ab"), .task = {DETAILS(.cgroup = "0::/docker/" HEX64)}},
    {CELL("docker", "0123456789ab"),
     .task = {DETAILS(.cgroup = "0::/system.slice/docker-" HEX64 ".scope")}},
    {CELL("docker", "-"), .task = {DETAILS(.cgroup = "0::/docker/abc")}},
    {CELL("docker", "-"), .task = {DETAILS(.cgroup = "")}},
    {CELL("ctid", "0123456789ab"), .task = {DETAILS(.cgroup = "0::/x/crio-" HEX64 ".scope")}},
    {CELL("ctid", "-"), .task = {DETAILS(.cgroup = "0::/lxc.payload.web")}},
    {CELL("ctid", "-"), .task = {DETAILS(.cgroup = "")}},
    {CELL("container", "id:0123456789ab"),
     .task = {DETAILS(.cgroup = "0::/x/crio-" HEX64 ".scope")}},
    {CELL("container", "web"), .task = {DETAILS(.cgroup = "0::/lxc.payload.web")}},
    {CELL("container", "w?b"), .task = {DETAILS(.cgroup = "0::/lxc.payload.w\033b")}},
    {CELL("container", "we"), .task = {DETAILS(.cgroup = "0::/lxc.payload.web")}, .room = 2},
    {CELL("container", "-"), .task = {DETAILS(.cgroup = "0::/system.slice/ssh.service")}},
    {CELL("container", "-"), .task = {DETAILS(.cgroup = "")}},
    {CELL("pod", "id:0c1d2e3f-4a5b"), .task = {DETAILS(.cgroup = "0::/kubepods/pod" POD)}},
    {CELL("pod", "-"), .task = {DETAILS(.cgroup = "0::/lxc.payload.web")}},
    {CELL("podns", "-"), .task = {DETAILS(.cgroup = "0::/kubepods/pod" POD)}},
    {CELL("image", "-"), .task = {DETAILS(.cgroup = "0::/x/crio-" HEX64 ".scope")}},
    {CELL("runtime", "cri-o"), .task = {DETAILS(.cgroup = "0::/x/crio-" HEX64 ".scope")}},
    {CELL("runtime", "lxc"), .task = {DETAILS(.cgroup = "0::/lxc.payload.web")}},
    {CELL("runtime", "-"), .task = {DETAILS(.cgroup = "0::/ecs/" HEX64)}},
    {CELL("runtime", "-"), .task = {DETAILS(.cgroup = "")}},
};

CASES_TEST(command)
CASES_TEST(container)

/* If each line were searched for the end of the argument, this would take minutes. */
CASE(many_lines)
{
    const size_t size = 4 << 20;
    char *lines = malloc(size);
    const struct task task = {.process = &process_none, .cmdline = lines, .cmdline_len = size};
    const struct column_context context = {0};
    const struct cell cell = {.context = &context, .room = SIZE_MAX};
    struct buf text = {0};

    ck_assert_ptr_nonnull(lines);
    memset(lines, '\n', size);
    column_format(&text, column_find("args"), &task, &cell);
    ck_assert_uint_eq(buf_len(&text), size);
    ck_assert_uint_eq(strspn(buf_text(&text), " "), size);
    buf_fini(&text);
    free(lines);
}

/* A wide character that does not fit is the end, whatever would fit behind it. */
static const struct cell_case wide_cases[] = {
    {CELL("comm", "ab"),
     .task = {.comm = "ab\xe6\xbc\xa2"
                      "c",
              .state = 'Z'},
     .room = 3},
    {CELL("comm", "ab\xe6\xbc\xa2 "), .task = {.comm = "ab\xe6\xbc\xa2", .state = 'Z'}, .room = 5},
    {CELL("args", "[ab"), .task = {.comm = "ab\xe6\xbc\xa2"}, .room = 4},
    {CELL("args", "ab"), .task = {BYTES("ab\xe6\xbc\xa2\0-x\0"), ENV("E=1\0")}, .modes = "e",
     .room = 3},
};

LOOP(wide_cells, COUNT_OF(wide_cases))
{
    ck_assert_ptr_nonnull(setlocale(LC_CTYPE, "C.UTF-8"));
    check_cell(&wide_cases[_i]);
}

/* What the arguments sort by is what is shown, also where they were overwritten with nothing. */
CASE(blank_arguments_sort_as_they_are_shown)
{
    const struct task task = {.process = &process_none, .comm = "name", BYTES("\0\0")};
    const struct column_context context = {.system = &system_info, .names = names};
    const struct cell cell = {.context = &context, .room = SIZE_MAX};
    const struct column *column = column_find("args");
    struct value value = column_sort_value(column, &task, &context);
    struct buf out = {0};

    column_format(&out, column, &task, &cell);
    ck_assert_str_eq(buf_text(&out), "-");
    ck_assert_str_eq(value.as.text, "-");
    buf_fini(&out);
}
