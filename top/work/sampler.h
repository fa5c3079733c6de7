/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_SAMPLER_H
#define DOTPROC_TOP_WORK_SAMPLER_H

/*
 * Makes samples beside the interface, which never waits for a scan.
 *
 * A scan that reads what may block of all tasks, because they are sorted or searched by it, can get
 * stuck: see worker_pool.h. Then another scanner begins it again, without what is stuck.
 *
 * All functions below are for the interface's thread.
 */

#include "top/work/scanner.h"

struct sampler;

/*
 * Opens a scanner with the options, of which the strings must stay, and others when it has to. 0;
 * or -errno, with one line in `why` as scanner_open() gives it, or none where it is about a thread.
 */
int sampler_open(const struct source_options *options, struct sampler **out, struct buf *why);

/* The samples become invalid. To be called only when the program ends: as worker_pool_close(). */
void sampler_close(struct sampler *sampler);

/* As scanner_is_live(). */
bool sampler_is_live(const struct sampler *sampler);

/* A descriptor that polls readable when a sample is there to be taken. */
int sampler_fd(const struct sampler *sampler);

/* Asks for a scan; the one asked for before has been taken. 0 or -ENOMEM. */
int sampler_request(struct sampler *sampler, const struct sample_request *request);

/*
 * The sample that is done; NULL when none is. It is the caller's until the next one is taken, and
 * the one taken before until the next scan is asked for.
 */
struct sample *sampler_take(struct sampler *sampler);

/*
 * Begins a scan again that is stuck. To be called again at `due_ns`, and earlier at will. 0 or
 * -ENOMEM; then nothing will come.
 */
int sampler_poll(struct sampler *sampler, int64_t *due_ns);

#endif
