/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_DETAIL_REQUESTS_H
#define DOTPROC_TOP_WORK_DETAIL_REQUESTS_H

/* What rows show and the scan did not bring: costly figures are read of these few tasks alone. */

#include "top/model/model.h"

/* What one row lacks. */
struct detail_request {
    pid_t tgid, tid;
    enum task_kind kind;
    need_t need;
};

/* What all of them lack; zero-initialise. */
struct detail_requests {
    struct detail_request *rows;
    size_t count, capacity;
};

/* Appends one: 0 or -ENOMEM. */
int detail_requests_add(struct detail_requests *list, const struct detail_request *row);

void detail_requests_fini(struct detail_requests *list);

/*
 * Appends to the list what the rows on the screen lack. Figures that `before` has, the
 * sample shown until now or NULL, are taken over from there at once: they are shown until they
 * have been read again. Where memory is short model->failed says so.
 */
typedef void list_details(struct model *model, const struct sample *before,
                          struct detail_requests *list);

#endif
