/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <string.h>

#include "lib/cgroup/column.h"
#include "tests/unit/run.h"

#define ID  "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1"
#define POD "/kubepods.slice/kubepods-pod0c1d2e3f_4a5b_6c7d_8e9f_0a1b2c3d4e5f.slice"

static const char *cell(const char *code, const struct cgroup *row, struct container_labels *labels)
{
    static char text[256];
    struct buf buf = {0};

    cgroup_column_put(cgroup_column_find(code), row, labels, &buf);
    snprintf(text, sizeof(text), "%s", buf_text(&buf));
    buf_fini(&buf);
    return text;
}

static const struct {
    uint64_t bytes;
    const char *text;
} sizes[] = {
    {0, "0"},
    {1023, "1023"},
    {1024, "1.0K"},
    {1536, "1.5K"},
    {99 * 1024 + 1000, "100K"},
    {1023 * 1024, "1023K"},
    {1024 * 1024 - 1, "1.0M"},
    {UINT64_C(5) << 40, "5.0T"},
    {UINT64_MAX, "16.0E"},
};

LOOP(sizes_in_five_cells, COUNT_OF(sizes))
{
    const struct cgroup row = {.figures = {.have = CGROUP_MEMORY, .memory = sizes[_i].bytes}};

    ck_assert_str_eq(cell("mem", &row, NULL), sizes[_i].text);
    ck_assert(strlen(sizes[_i].text) <= cgroup_column_find("mem")->width);
}

CASE(figures_and_what_is_not_known)
{
    struct cgroup row = {.path = "/", .groups = "0::/", .hierarchy = ""};
    const struct cgroup_column *column;

    for (size_t i = 0; (column = cgroup_column_at(i)); i++)
        if (column->value)
            ck_assert_str_eq(cell(column->code, &row, NULL), "-");
    row.figures.have = CGROUP_ALL;
    row.figures.cpu_quota_us = row.figures.memory_limit = CGROUP_UNLIMITED;
    ck_assert_str_eq(cell("cpus", &row, NULL), "max");
    ck_assert_str_eq(cell("memmax", &row, NULL), "max");
    row.figures.cpu_quota_us = 50000;
    row.figures.cpu_period_us = 100000;
    ck_assert_str_eq(cell("cpus", &row, NULL), "0.50");
    ck_assert_str_eq(cell("pthr", &row, NULL), "-"); /* of no reading before */
    row.change = (struct cgroup_change){.has = CGROUP_USAGE | CGROUP_IO,
                                        .usage_us = 1500000,
                                        .usage_span_ns = 1000000000,
                                        .read_bytes = 4096,
                                        .io_span_ns = 2000000000};
    ck_assert_str_eq(cell("pcpu", &row, NULL), "150.0");
    ck_assert_str_eq(cell("read", &row, NULL), "2.0K");
    row.change.has |= CGROUP_THROTTLING;
    ck_assert_str_eq(cell("pthr", &row, NULL), "-"); /* of no period */
    row.change.periods = 10;
    ck_assert_str_eq(cell("pthr", &row, NULL), "0.0");
    row.change.throttled_periods = 4;
    ck_assert_str_eq(cell("pthr", &row, NULL), "40.0");
    row.change.usage_us *= 10;
    ck_assert_str_eq(cell("pcpu", &row, NULL), "1500");
    row.change.usage_span_ns = row.change.io_span_ns = 0; /* of no time */
    ck_assert_str_eq(cell("pcpu", &row, NULL), "-");
    ck_assert_str_eq(cell("read", &row, NULL), "-");
}

static const struct {
    const char *groups, *name;
} named[] = {
    {"0::/", "/"},
    {"0::/system.slice/ssh.service", "ssh.service"},
    {"0::/system.slice/ssh.service/sub", "/system.slice/ssh.service/sub"},
    {"0::/a/system.slice", "/a/system.slice"},
    {"0::/system.slice", "system.slice"},
    {"0::" POD "/cri-containerd-" ID ".scope", "id:0c1d2e3f-4a5b/id:a1a1a1a1a1a1"},
    {"0::" POD "/cri-containerd-" ID ".scope/init", "id:0c1d2e3f-4a5b/id:a1a1a1a1a1a1/init"},
    {"0::/docker/" ID, "id:a1a1a1a1a1a1"},
    {"0::/docker/" ID "/x/" ID "/y", "id:a1a1a1a1a1a1/y"},
    {"0::/docker/" ID "/systemd/" ID "-x", "id:a1a1a1a1a1a1/systemd/" ID "-x"},
    {"0::/lxc.payload.mail", "mail"},
    {"0::/lxc.payload.e/system.slice", "e/system.slice"},
    {"0::/lxc.payload.e/system.slice/cron.service", "e/system.slice/cron.service"},
    {"0::/lxc.payload.web/system.slice/website.service", "web/system.slice/website.service"},
    {"1:name=systemd:/lxc/web/website.service", "web/website.service"},
    {"0::/machine.slice/machine-vm1.scope/payload/vm1", "vm1/payload/vm1"},
    {"0::/machine.slice/machine-my\\x2dvm.scope/payload", "my-vm/payload"},
};

LOOP(names_of_groups, COUNT_OF(named))
{
    struct container_labels *labels;
    struct cgroup row = {.groups = named[_i].groups, .path = strchr(named[_i].groups, '/')};

    ck_assert_int_eq(container_labels_open(NULL, &labels), 0);
    container_labels_defer(labels);
    ck_assert_str_eq(cell("name", &row, labels), named[_i].name);
    container_labels_close(labels);
}

CASE(any_level_of_the_tree_is_told_from_that_above)
{
    static const struct {
        uint32_t depth;
        const char *text;
    } levels[] = {
        {0, "b"},       {2, "    b"},       {20, "                                        b"},
        {21, "(21) b"}, {2047, "(2047) b"},
    };

    for (int i = 0; i < COUNT_OF(levels); i++) {
        struct buf text = {0};

        cgroup_column_put_branch(cgroup_column_find("cgroup"),
                                 &(struct cgroup){.path = "/a/b", .depth = levels[i].depth}, NULL,
                                 &text);
        BUF_CHECK(&text, levels[i].text);
    }
}

CASE(every_column_has_a_code_of_its_own)
{
    const struct cgroup_column *column;

    for (size_t i = 0; (column = cgroup_column_at(i)); i++) {
        ck_assert_ptr_eq(cgroup_column_find(column->code), column);
        ck_assert(!column->value != !column->put_text);
        ck_assert(column->width == 0 || strlen(column->header) <= column->width);
    }
    ck_assert_ptr_null(cgroup_column_find(""));
}
