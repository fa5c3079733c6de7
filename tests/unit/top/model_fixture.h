/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_TOP_MODEL_FIXTURE_H
#define DOTPROC_TESTS_UNIT_TOP_MODEL_FIXTURE_H

/* A model on a screen of 24 lines that shows the host of tests/common/fixed_host.h, for keys to
 * play with.
 */

#include "top/update/update.h"

/* Its processes, which are given to the model first, and its threads. */
extern struct sample host_sample, thread_sample;
extern struct model model;
extern struct name_cache *names;

/* A fixture for check. */
void model_fixture_setup(void);
void model_fixture_teardown(void);

/* A sample, and another size of the screen. */
void give_sample(struct sample *sample);
void resize(size_t rows, size_t cols);

/* Names of containers by their paths alone, until some are learnt. */
struct container_labels *give_labels(void);

/* The task, which has to be there; task_of() looks in host_sample. */
struct task *task_of(pid_t tid);
struct task *task_of_sample(struct sample *sample, pid_t tid);

/* One key by its name, see key_by_name(). */
struct effects press_key(const char *name);

/* Keys with blanks between them, 'word for its characters; the effects are those of the last. */
struct effects press_keys(const char *keys);

/* Checks whether this text is, or is not, part of the screen's. */
void expect_shown(const char *text, bool is_shown);

#endif
