/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_TUI_FRAMES_HOST_H
#define DOTPROC_TESTS_TUI_FRAMES_HOST_H

/* The hosts that frames shows, by its options. What cannot be made or read ends the program. */

#include "top/model/model.h"
#include "top/work/scanner.h"

/* Where samples come from: a tree, or the fixed host, which has two. */
struct frames_host {
    /* The options of frames. */
    const char *tree;        /* NULL: the fixed host */
    const char *cgroup_root; /* NULL: there are no control groups */
    bool hybrid, limited, unknown, with_entries, colours, ended, contained;
    bool has_earlier, changes;

    struct scanner *scanner; /* of a tree */
    struct sample processes, threads;
    struct sample earlier; /* is shown first, if it has one */
    struct cgroup_reader *cgroups;
    struct container_labels *labels;
};

/* Before frames_host_open(); false if there is no such option. */
bool frames_host_take_option(struct frames_host *host, const char *option);

void frames_host_open(struct frames_host *host);
void frames_host_close(struct frames_host *host);

/* Reads the control groups that the sample's request names, if the host has some. */
void frames_host_read_cgroups(struct frames_host *host, struct sample *sample);

#endif
