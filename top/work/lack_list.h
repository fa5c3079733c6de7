/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_LACK_LIST_H
#define DOTPROC_TOP_WORK_LACK_LIST_H

/* What rows show and the scan did not bring: costly figures are read of these few tasks alone. */

#include "top/model/model.h"

/* What one row lacks. */
struct lack {
    pid_t tgid, tid;
    enum task_kind kind;
    need_t need;
};

/* What all of them lack; zero-initialise. */
struct lack_list {
    struct lack *rows;
    size_t count, capacity;
};

/* Appends one: 0 or -ENOMEM. */
int lack_list_add(struct lack_list *list, const struct lack *row);

void lack_list_fini(struct lack_list *list);

/*
 * Appends to the list what the rows on the screen lack. Figures that `before` has, the
 * sample shown until now or NULL, are taken over from there at once: they are shown until they
 * have been read again. Where memory is short model->failed says so.
 */
typedef void put_lacks(struct model *model, const struct sample *before, struct lack_list *list);

#endif
