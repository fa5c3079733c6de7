/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/waits/look.h"

#include <errno.h>
#include <string.h>

#include "tests/common/verdict.h"

const struct wait_report *look_at_wait(struct source *source, pid_t tgid, pid_t tid)
{
    static struct wait_report report;
    const struct task task = {.tgid = tgid, .tid = tid};

    return source_report_wait(source, &task, &report) == 0 && report.link_count ? &report : NULL;
}

bool look_is_in_call(pid_t tid, long call)
{
    char path[64], text[256] = "";
    char *end;
    FILE *file;
    long number;

    snprintf(path, sizeof(path), "/proc/self/task/%d/syscall", (int)tid);
    file = fopen(path, "r");
    if (!file)
        fail("cannot open %s: %s", path, strerror(errno));
    if (!fgets(text, sizeof(text), file))
        text[0] = '\0';
    fclose(file);
    number = strtol(text, &end, 10);
    return end != text && number == call; /* else it says that it runs */
}
