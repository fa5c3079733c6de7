/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_SAMPLER_H
#define DOTPROC_TOP_WORK_SAMPLER_H

/*
 * Makes samples in the background: the interface never waits for a scan.
 *
 * A scan that sorts or filters by figures whose files may block can get stuck: see worker_pool.h.
 * Then another scanner starts it again without the stuck task.
 *
 * All functions below are for the interface's thread.
 */

#include "lib/source/source.h"
#include "top/model/sample.h"

struct sampler;

/*
 * Opens a scanner with these options, whose strings must stay valid, and more when one is stuck. 0;
 * or -errno, with one line in `why` from scanner_open(), or none when memory is short.
 */
int sampler_open(const struct source_options *options, struct sampler **out, struct buf *why);

/* Invalidates the samples. Only for the end of the program: see worker_pool_close(). */
void sampler_close(struct sampler *sampler);

/* As in struct source. */
bool sampler_is_live(const struct sampler *sampler);
bool sampler_has_same_pids(const struct sampler *sampler);

/* A descriptor that polls readable when a sample is ready. */
int sampler_fd(const struct sampler *sampler);

/* Requests a scan; the one requested before has been taken. 0 or -ENOMEM. */
int sampler_request(struct sampler *sampler, const struct sample_request *request);

/*
 * The finished sample, or NULL. It stays valid after the next one is taken, until the
 * sampler_request() after that.
 */
struct sample *sampler_take(struct sampler *sampler);

/*
 * Starts a stuck scan again. Call it again at `due_ns` or earlier. 0; or -ENOMEM, then there will
 * be no sample.
 */
int sampler_poll(struct sampler *sampler, int64_t *due_ns);

#endif
