/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_DETAIL_LOADER_H
#define DOTPROC_TOP_WORK_DETAIL_LOADER_H

/*
 * Reads what rows on the screen lack, see detail_requests.h, beside the interface. A row of a
 * process that is stuck is given up, see worker_pool.h. A task that has gone meanwhile keeps its
 * row, with what is known of it.
 *
 * All functions below are for the interface's thread.
 */

#include "lib/source/source.h"
#include "top/work/detail_requests.h"

struct detail_loader;

/*
 * Opens sources with these options, of which the strings must stay, for nothing but this.
 * `list_missing` says what rows lack. 0; or -errno, perhaps with one line in `why`.
 */
int detail_loader_open(const struct source_options *options, list_details *list_missing,
                       struct detail_loader **out, struct buf *why);

/* To be called only when the program ends: as worker_pool_close(). */
void detail_loader_close(struct detail_loader *loader);

/* A descriptor that polls readable when there is something to be loaded. */
int detail_loader_fd(const struct detail_loader *loader);

/* The model has a new sample: its rows are wanted, see list_details() for `before`. */
void detail_loader_renew(struct detail_loader *loader, struct model *model,
                         const struct sample *before);

/*
 * Puts into the rows what has been read of them, and has read what they still lack: the number of
 * rows that were given something, or -ENOMEM. To be called again when the descriptor is ready, at
 * `due_ns`, and whenever other rows may be in sight.
 */
int detail_loader_load(struct detail_loader *loader, struct model *model, int64_t *due_ns);

/* Whether rows lack something that is going to come. */
bool detail_loader_is_loading(const struct detail_loader *loader);

#endif
