/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_TUI_SCENE_H
#define DOTPROC_TESTS_TUI_SCENE_H

/*
 * A host that never changes, for tests of what top shows.
 *
 * Its tasks, figures and clock stand in scene.c. There are processes of every state, times and
 * sizes of every scale, and names that must not reach a terminal as they are.
 */

#include "top/model/model.h"
#include "top/work/scanner.h"

/* A sample of the host, with every figure that a field may want. */
void scene_init(struct sample *sample);

/* The same with threads in place of processes. */
void scene_init_threads(struct sample *sample);

/* Gives its processors two kinds of cores. */
void scene_make_hybrid(struct sample *sample);

/* Frees what the sample has; with sample_fini(). */
void scene_fini(struct sample *sample);

/* A key by its name in a test: a character, or <Up>, <PgDn>, <Enter>, <Esc>, <Space>, <C-a> ... */
bool scene_key(const char *name, int *key);

#endif
