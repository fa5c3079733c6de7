/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_WAIT_ARGUMENTS_H
#define DOTPROC_WAIT_ARGUMENTS_H

#include "lib/base/buf.h"
#include "lib/task/task.h"

/*
 * Appends the call that a task is in, with its arguments, as "read(fd=5, buf=0x7f10, count=4096)":
 * by name for calls that often wait, else all six of them as numbers. Only text of ours and
 * numbers. Nothing if it is in none, or which one is unknown.
 */
void arguments_put(const struct task_syscall *call, struct buf *out);

#endif
