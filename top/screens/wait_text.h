/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_WAIT_TEXT_H
#define DOTPROC_TOP_SCREENS_WAIT_TEXT_H

#include "top/screens/detail_writing.h"

/* What a task waits for, and who holds that: a line for each thing that is known. */
void wait_text_write(struct writing *writing, const struct task *task);

#endif
