/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_DETAIL_REQUESTS_H
#define DOTPROC_TOP_WORK_DETAIL_REQUESTS_H

/* What rows show and the scan did not read: costly figures are read for these few tasks only. */

#include "top/model/model.h"

/* The groups that one row lacks. */
struct detail_request {
    pid_t tgid, tid;
    enum task_kind kind;
    need_t need;
};

/* Zero-initialise. */
struct detail_requests {
    struct detail_request *rows;
    size_t count, capacity;
};

/* Appends one: 0 or -ENOMEM. */
int detail_requests_add(struct detail_requests *list, const struct detail_request *row);

void detail_requests_fini(struct detail_requests *list);

/*
 * Appends what the rows on the screen lack. Figures that the previous sample `before`, or NULL, has
 * are copied from there at once, and shown until they have been read again. Sets model->failed when
 * memory is short.
 */
typedef void list_details(struct model *model, const struct sample *before,
                          struct detail_requests *list);

#endif
