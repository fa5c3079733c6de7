/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_DETAIL_REQUESTS_H
#define DOTPROC_TOP_WORK_DETAIL_REQUESTS_H

/*
 * Requests for figures that rows on the screen show and the scan did not read, as they are costly.
 */

#include "top/model/model.h"

/* The missing figures of a row. */
struct detail_request {
    pid_t tgid, tid;
    enum task_kind kind;
    need_t need;
    bool report; /* also the report on its wait */
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
 * Appends the missing figures of the rows on the screen. Figures of the previous sample `before`
 * (or NULL) are copied at once, and shown until they have been read again. Sets model->failed when
 * memory is short.
 */
typedef void list_details(struct model *model, const struct sample *before,
                          struct detail_requests *list);

#endif
