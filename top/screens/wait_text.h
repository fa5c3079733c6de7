/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_WAIT_TEXT_H
#define DOTPROC_TOP_SCREENS_WAIT_TEXT_H

#include "top/screens/detail_writing.h"

/* Writes what a task waits for and who holds that, from writing->report: a line per known fact. */
void wait_text_write(struct writing *writing, const struct task *task);

#endif
