/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/task/wait_report.h"

/* The link of the same thread in the chain; -1: none. */
static int32_t find(const struct wait_report *report, const struct wait_link *link)
{
    for (uint32_t i = 0; i < report->link_count && !link->is_process; i++)
        if (report->links[i].tid == link->tid && !report->links[i].is_process)
            return (int32_t)i;
    return -1;
}

bool wait_report_add(struct wait_report *report, const struct wait_link *link)
{
    report->cycle = find(report, link);
    if (report->cycle >= 0 || report->link_count == WAIT_LINKS_MAX)
        return false;
    report->links[report->link_count++] = *link;
    return true;
}

void wait_report_append(struct wait_report *report, const struct wait_report *from)
{
    const uint32_t first = report->link_count;

    for (uint32_t i = 0; i < from->link_count; i++)
        if (!wait_report_add(report, &from->links[i]))
            return;
    if (from->cycle >= 0)
        report->cycle = (int32_t)first + from->cycle;
}
