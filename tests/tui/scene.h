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

/* A reading of the host, with every figure that a field may want. */
void scene_init(struct reading *reading);

/* The same with threads in place of processes. */
void scene_init_threads(struct reading *reading);

/* Gives its processors two kinds of cores. */
void scene_make_hybrid(struct reading *reading);

/* Frees what the reading has; with reading_fini(). */
void scene_fini(struct reading *reading);

/* A key by its name in a test: a character, or <Up>, <PgDn>, <Enter>, <Esc>, <Space>, <C-a> ... */
bool scene_key(const char *name, int *key);

#endif
