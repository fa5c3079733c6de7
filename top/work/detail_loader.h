/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_DETAIL_LOADER_H
#define DOTPROC_TOP_WORK_DETAIL_LOADER_H

/*
 * Reads the missing figures of rows on the screen in the background: those that the scan did not
 * read, as they are costly. A row whose process is stuck is abandoned, see worker_pool.h. A task
 * that has exited keeps its row with the figures already read.
 *
 * All functions below are for the interface's thread.
 */

#include "lib/source/source.h"
#include "top/model/model.h"

/* The missing figures of a row. */
struct detail_request {
    struct task_identity task;
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

struct detail_loader;

/*
 * Opens its own sources with these options, whose strings have to stay valid. `list_missing` lists
 * the missing figures of rows. 0; or -errno, perhaps with one line in `why`.
 */
int detail_loader_open(const struct source_options *options, list_details *list_missing,
                       struct detail_loader **out, struct buf *why);

/* Only for the end of the program: as worker_pool_close(). */
void detail_loader_close(struct detail_loader *loader);

/* A descriptor that polls readable when there is something to load. */
int detail_loader_fd(const struct detail_loader *loader);

/* To be called when the model has a new sample; see list_details() for `before`. */
void detail_loader_renew(struct detail_loader *loader, struct model *model,
                         const struct sample *before);

/*
 * Copies the figures read into the rows, and requests those still missing. The number of rows
 * changed, or -errno for lack of memory or descriptors. Call it again when the descriptor is ready,
 * at `due_ns`, and whenever other rows may be visible.
 */
int detail_loader_load(struct detail_loader *loader, struct model *model, int64_t *due_ns);

/* Whether more will be loaded. */
bool detail_loader_is_loading(const struct detail_loader *loader);

#endif
